/** A request that carries a text. */
export interface HttpPostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Gives the request up. */
  readonly signal: AbortSignal;
}

/** An answer that has come in to its end. */
export interface HttpPostAnswer {
  readonly status: number;
  readonly text: string;
}

/** Posts a text once; rejects when the connection breaks or the signal fires, also in the middle of the answer. */
export type HttpPost = (request: HttpPostRequest) => Promise<HttpPostAnswer>;
