const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
] as const;

/** From here on the number of seconds says little to a reader, and the larger unit stands beside it. */
const LONG_SECONDS = 3600;

/** `180 s`, `3.5 s`, `86400 s (1 d)`: exact, with a larger unit beside what is an hour or longer. */
export function secondsText(seconds: number): string {
  const inLarger = largerUnit(seconds);
  return inLarger === undefined ? `${seconds} s` : `${seconds} s (${inLarger})`;
}

/** `180 s`, `3.5 s`, `1 d`: from an hour on a whole number of a larger unit, or one with a decimal, `3.5 h`. */
export function shortSecondsText(seconds: number): string {
  return largerUnit(seconds) ?? `${seconds} s`;
}

function largerUnit(seconds: number): string | undefined {
  if (seconds < LONG_SECONDS) return undefined;
  const whole = UNITS.find((unit) => seconds % unit.seconds === 0);
  if (whole !== undefined) return `${seconds / whole.seconds} ${whole.name}`;
  const largest = UNITS.find((unit) => seconds >= unit.seconds);
  if (largest === undefined) return undefined;
  return `${(seconds / largest.seconds).toFixed(1)} ${largest.name}`;
}
