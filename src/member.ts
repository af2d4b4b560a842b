import { requiredProblems, shown, textProblems } from './checks';
import type { Problem } from './problem';

const MEMBER = {
  pattern: /^(?:user|group|serviceAccount|principal|principalSet|domain):\S+$/,
  must: 'be a member as IAM writes it',
  fix: "write it as in 'serviceAccount:deployer@acme-billing.iam.gserviceaccount.com'",
};

const EVERYBODY: readonly unknown[] = ['allUsers', 'allAuthenticatedUsers'];

/**
 * Every problem of a member, where it is given.
 *
 * @see https://cloud.google.com/iam/docs/principal-identifiers
 */
export function memberProblems(prop: string, value: unknown): Problem[] {
  if (!EVERYBODY.includes(value)) return textProblems(prop, value, MEMBER);
  const must = 'name somebody: what runs jobs is never open to everybody';
  return [{ prop, must, got: shown(value), fix: MEMBER.fix }];
}

/** Every problem of a member that has to be given. */
export function requiredMemberProblems(prop: string, value: unknown): Problem[] {
  return value === undefined || value === null
    ? requiredProblems(prop, value, MEMBER.fix)
    : memberProblems(prop, value);
}
