import { Token } from 'cdktf';
import { shown, textProblems } from '../checks';
import type { Problem } from '../problem';

const MAX_LABELS = 64;
const KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const VALUE = {
  pattern: /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u,
  must: 'be at most 63 lower-case letters, digits, hyphens and underscores',
};

/**
 * Every problem of a resource's labels.
 *
 * @see https://cloud.google.com/resource-manager/docs/labels-overview
 */
export function labelProblems(labels: Readonly<Record<string, string>> | undefined): Problem[] {
  if (labels === undefined || Token.isUnresolved(labels)) return [];
  if (typeof labels !== 'object' || labels === null) {
    return [{ prop: 'labels', must: 'be an object of keys and values', got: shown(labels) }];
  }
  const entries = Object.entries(labels);
  const problems = entries.flatMap(([key, value]) => [
    ...(KEY.test(key)
      ? []
      : [{ prop: `labels.${key}`, must: 'be named with a lower-case letter and 62 more', got: shown(key) }]),
    ...textProblems(`labels.${key}`, value, VALUE),
  ]);
  if (entries.length <= MAX_LABELS) return problems;
  const fix = `remove ${entries.length - MAX_LABELS}`;
  return [{ prop: 'labels', must: `be at most ${MAX_LABELS}`, got: `${entries.length}`, fix }, ...problems];
}
