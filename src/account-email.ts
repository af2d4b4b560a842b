import { Fn, Token } from 'cdktf';
import { shown, textProblems } from './checks';
import type { Problem } from './problem';

const EMAIL = {
  pattern: /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/,
  must: 'be the e-mail of a service account',
  fix: "write it as in 'runner@acme-billing.iam.gserviceaccount.com'",
};

/** What the resources of some APIs put before an e-mail, and what IAM does. */
const PREFIX = /^(?:projects\/[^/]+\/serviceAccounts\/|serviceAccount:)/;

/** Every problem of the e-mail of an account, where it is given. */
export function accountEmailProblems(prop: string, value: unknown): Problem[] {
  const email = typeof value === 'string' ? value.replace(PREFIX, '') : undefined;
  const isPrefixed = email !== undefined && email !== value && EMAIL.pattern.test(email);
  if (!isPrefixed || Token.isUnresolved(value)) return textProblems(prop, value, EMAIL);
  return [{ prop, must: `${EMAIL.must} alone`, got: shown(value), fix: `write '${email}'` }];
}

/** Every problem of an account's e-mail, or of its name `projects/P/serviceAccounts/E-MAIL`, where it is given. */
export function accountProblems(prop: string, value: unknown): Problem[] {
  return accountEmailProblems(prop, typeof value === 'string' ? emailInName(value) : value);
}

/** The e-mail in an account's name `projects/P/serviceAccounts/E-MAIL`; an e-mail is one already. */
export function emailInName(account: string): string {
  // Terraform's replace takes what is between the first slash and the last one for a regular expression.
  if (Token.isUnresolved(account)) return Fn.replace(account, '/^projects/.*//', '');
  return account.replace(/^projects\/[^/]+\/serviceAccounts\//, '');
}

/** The project of an account that a user made; others, as Compute Engine's default one, do not tell theirs by name. */
export function projectInEmail(email: string): string | undefined {
  const [, project, domain] =
    /^[^@]+@([^.]+)\.(?:([^.]+\.[^.]+)\.)?iam\.gserviceaccount\.com$/.exec(email) ?? [];
  return project !== undefined && domain !== undefined ? `${domain}:${project}` : project;
}
