const LONGEST_KEY = 255;

/** A Structured Field String: printable ASCII in quotes, of which `"` and `\` are escaped. */
const STRING = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/;

/** Visible ASCII without what would make it a list, a string or an item with parameters. */
const BARE = /^[!#-+\--:<-[\]-~]+$/;

/** What the header of a request says. */
export type KeyHeader =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'missing-key' }
  | { readonly kind: 'malformed-key'; readonly detail: string };

/**
 * Reads the values of `Idempotency-Key`: one String of 1 to 255 characters, in quotes as the draft has it, or bare
 * as Stripe's clients and `run.token` write it. The same key with and without quotes is the same key.
 *
 * A header that was sent twice is refused, also where a proxy has joined the two to a list.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.1
 * @see https://www.rfc-editor.org/rfc/rfc8941#section-3.3.3
 */
export function readIdempotencyKey(values: readonly string[]): KeyHeader {
  const [value] = values;
  if (value === undefined) return { kind: 'missing-key' };
  if (values.length > 1) return malformed(`must be sent once, got ${values.length} of them`);
  const isString = STRING.test(value);
  if (!isString && !BARE.test(value)) {
    return malformed(
      'must be one text of printable ASCII, in double quotes unless it has no space and none of ",;\\',
    );
  }
  const key = isString ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
  if (key === '' || key.length > LONGEST_KEY) {
    return malformed(`must have 1 to ${LONGEST_KEY} characters, got ${key.length}`);
  }
  return { kind: 'key', key };
}

function malformed(rule: string): KeyHeader {
  return { kind: 'malformed-key', detail: `Idempotency-Key ${rule}` };
}
