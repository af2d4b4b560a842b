/** What a job logic may be called. */
export const LOGIC_NAME = {
  pattern: /^[A-Za-z0-9_-]{1,63}$/,
  must: 'be named with 1 to 63 letters, digits, hyphens and underscores',
} as const;
