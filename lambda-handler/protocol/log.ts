/** Cloud Logging's severities that the handler uses. */
export type Severity = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';

/** Writes one structured line; `message` is constant, what varies is in `fields`. */
export type Log = (severity: Severity, message: string, fields?: Readonly<Record<string, unknown>>) => void;
