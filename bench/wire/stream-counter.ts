/** What the client says first on an HTTP/2 connection. */
const PREFACE_BYTES = 24;
const FRAME_HEAD_BYTES = 9;
const HEADERS = 1;

/**
 * Counts the requests in what an HTTP/2 client sends: the streams that it opens.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9113#section-4.1
 */
export class StreamCounter {
  private waiting = Buffer.alloc(0);
  private toSkip = PREFACE_BYTES;
  private lastStream = 0;
  private opened = 0;

  get count(): number {
    return this.opened;
  }

  /** Takes the next bytes of the connection, however they are cut. */
  take(bytes: Buffer): void {
    this.waiting = Buffer.concat([this.waiting, bytes]);
    for (;;) {
      const skipped = Math.min(this.toSkip, this.waiting.length);
      this.waiting = this.waiting.subarray(skipped);
      this.toSkip -= skipped;
      if (this.waiting.length < FRAME_HEAD_BYTES) return;
      this.frame(this.waiting.readUInt8(3), this.waiting.readUInt32BE(5) & 0x7fffffff);
      this.toSkip = FRAME_HEAD_BYTES + this.waiting.readUIntBE(0, 3);
    }
  }

  /** A client's streams have rising numbers; headers of one that is known are trailers. */
  private frame(type: number, stream: number): void {
    if (type !== HEADERS || stream <= this.lastStream) return;
    this.lastStream = stream;
    this.opened += 1;
  }
}
