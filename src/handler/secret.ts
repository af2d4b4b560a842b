import { requiredProblems, textProblems } from '../checks';
import type { Problem } from '../problem';

/** A version of a secret of Secret Manager, as an environment variable of the handler. */
export interface SecretVersion {
  /** The secret's short name, such as `ledger-key`. */
  readonly secret: string;
  /**
   * The number of the version, such as `3`. `latest` is refused: instances that started at different times
   * would run with different values, and no plan would show the change.
   */
  readonly version: string;
}

const SECRET = {
  pattern: /^[A-Za-z0-9_-]{1,255}$/,
  must: 'be the short name of a secret: 1 to 255 letters, digits, hyphens and underscores',
};

const VERSION = {
  pattern: /^[1-9]\d*$/,
  must: 'be the number of a version',
  fix: "look it up with gcloud secrets versions list, and write it as in '3'",
};

/** Every problem of a handler's secrets. */
export function secretProblems(secrets: Readonly<Record<string, SecretVersion>> | undefined): Problem[] {
  return Object.entries(secrets ?? {}).flatMap(([name, secret]) => {
    const prop = `secrets.${name}`;
    return [
      ...requiredProblems(`${prop}.secret`, secret?.secret, 'write the short name of the secret'),
      ...textProblems(`${prop}.secret`, secret?.secret ?? undefined, SECRET),
      ...requiredProblems(`${prop}.version`, secret?.version, "write its number, as in '3'"),
      ...textProblems(`${prop}.version`, secret?.version ?? undefined, VERSION),
    ];
  });
}
