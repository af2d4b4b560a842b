interface Refused {
  /** What is wrong with the request and what is right, for the caller. */
  readonly reason?: string;
}

/** Why a request does not get as far as the protocol. */
export type Refusal = Refused &
  (
    | { readonly kind: 'stopping' }
    | { readonly kind: 'method-not-allowed' }
    | { readonly kind: 'bad-request' }
    | { readonly kind: 'unknown-job' }
    | { readonly kind: 'body-too-large' }
    | { readonly kind: 'body-broken' }
    | { readonly kind: 'internal-error'; readonly cause: unknown }
  );
