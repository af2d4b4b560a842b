import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK_BYTES = 65_536;

/**
 * What a process writes to its standard output or standard error.
 * A file has a line as soon as it is written; a pipe can hand it over after the answer that was sent later.
 */
export class OutputFile {
  /** For `stdio` of the process that is to write here. */
  readonly descriptor: number;
  private readonly decoder = new StringDecoder('utf8');
  private readonly whole: string[] = [];
  private readBytes = 0;
  private begun = '';
  private open = true;

  constructor(path: string) {
    this.descriptor = openSync(path, 'a+');
  }

  /** The lines that are complete by now. */
  get lines(): readonly string[] {
    if (this.open) this.readOn();
    return this.whole;
  }

  /** Keeps what there is and reads no more, once the process has ended. */
  close(): void {
    if (!this.open) return;
    this.readOn();
    this.open = false;
    closeSync(this.descriptor);
  }

  private readOn(): void {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const bytes = readSync(this.descriptor, chunk, 0, CHUNK_BYTES, this.readBytes);
      if (bytes === 0) return;
      this.readBytes += bytes;
      const [first = '', ...rest] = this.decoder.write(chunk.subarray(0, bytes)).split('\n');
      this.begun += first;
      for (const next of rest) {
        this.whole.push(this.begun);
        this.begun = next;
      }
    }
  }
}
