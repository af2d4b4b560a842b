import { Token } from 'cdktf';
import { accountProblems } from '../account-email';
import { objectProblems, requiredProblems, shown, textProblems, unknownProps } from '../checks';
import { type CloudBuildSource, IDEMPOTENCY_KEY } from '../contract/proxies';
import { textLength } from '../handler/text-length';
import type { Problem } from '../problem';
import type { ProxyLogic } from './proxy-logic';
import { checkProps, literalNameProblems, type StartingProps, startingProblems } from './proxy-props';
import { takenNameProblems } from './token-name-problems';

/** What `JobLogic.cloudBuildTrigger` takes. */
export interface CloudBuildTriggerProps extends StartingProps {
  /** The trigger's id, or its name: 1 to 64 letters, digits and hyphens, first and last no hyphen. */
  readonly trigger: string;
  /** The region of the trigger, such as `europe-west1`, or `global`. */
  readonly location: string;
  /**
   * The revision that is built: one of `branchName`, `tagName` and `commitSha` (40 hex digits).
   *
   * @default - what the trigger says
   */
  readonly source?: CloudBuildSource;
  /**
   * Values for the build: at most 199 of names `_[A-Z0-9_]+` of at most 100 bytes, each of at most 4000 bytes.
   *
   * @default - none but the token
   */
  readonly substitutions?: Readonly<Record<string, string>>;
  /**
   * The substitution that the run's token is put into.
   *
   * @default '_IDEMPOTENCY_KEY'
   */
  readonly tokenSubstitution?: string;
  /**
   * The account that the trigger builds as: its e-mail, or its name `projects/P/serviceAccounts/E-MAIL`, as the
   * trigger's own resource has it. Whoever runs the trigger has to be allowed to act as it.
   */
  readonly serviceAccount: string;
}

const PROP_NAMES = [
  ...['trigger', 'location', 'source', 'substitutions', 'tokenSubstitution', 'serviceAccount'],
];

/** @see https://cloud.google.com/build/docs/api/reference/rest/v1/projects.triggers */
const TRIGGER = {
  pattern: /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/,
  must: 'be the id or the name of a trigger: 1 to 64 letters, digits and hyphens, first and last no hyphen',
  fix: 'write it without project and location',
};
const LOCATION = {
  pattern: /^(?:global|[a-z]+-[a-z]+\d+)$/,
  must: 'be a region of Google Cloud, or global',
  fix: "write it as in 'europe-west1'",
};
const SOURCE_RULES = {
  branchName: { pattern: /./, must: 'be the name of a branch' },
  tagName: { pattern: /./, must: 'be the name of a tag' },
  commitSha: { pattern: /^[0-9a-f]{40}$/, must: 'be the SHA of a commit: 40 lower-case hex digits' },
};

/** @see https://cloud.google.com/build/docs/configuring-builds/substitute-variable-values */
const SUBSTITUTION = {
  pattern: /^_[A-Z0-9_]{1,99}$/,
  must: 'be named with an underscore and 1 to 99 upper-case letters, digits and underscores',
  fix: "write it as in '_RUN_TOKEN'",
};
const MAX_SUBSTITUTIONS = 200;
const MAX_VALUE_BYTES = 4000;

/** Job logic that runs a trigger of Cloud Build. */
export function cloudBuildTrigger(props: CloudBuildTriggerProps): ProxyLogic {
  checkProps('JobLogic.cloudBuildTrigger', props, cloudBuildTriggerProblems);
  const { project, endpoint, location, trigger, source, substitutions, serviceAccount } = props;
  return {
    settings: {
      kind: 'cloud-build-trigger',
      project,
      endpoint,
      location,
      waits: props.waitForCompletion ?? false,
      trigger,
      source,
      substitutions: substitutions ?? {},
      tokenSubstitution: props.tokenSubstitution ?? IDEMPOTENCY_KEY.SUBSTITUTION,
    },
    access: [
      { on: 'builds', project },
      { on: 'account', account: serviceAccount },
    ],
    apis: ['cloudbuild'],
  };
}

function cloudBuildTriggerProblems(props: CloudBuildTriggerProps): Problem[] {
  const { trigger, location, source, substitutions, tokenSubstitution, serviceAccount } = props;
  return [
    ...startingProblems(props, PROP_NAMES),
    ...requiredProblems('trigger', trigger, 'write the id or the name of the trigger'),
    ...textProblems('trigger', trigger ?? undefined, TRIGGER),
    ...requiredProblems('location', location, "write location: 'europe-west1', 'global' or another one"),
    ...textProblems('location', location ?? undefined, LOCATION),
    ...sourceProblems(source),
    ...substitutionProblems(substitutions),
    ...literalNameProblems('tokenSubstitution', tokenSubstitution, SUBSTITUTION),
    ...takenNameProblems({
      prop: 'tokenSubstitution',
      name: tokenSubstitution ?? IDEMPOTENCY_KEY.SUBSTITUTION,
      among: 'substitutions',
      taken: Object.keys(substitutions ?? {}),
    }),
    ...requiredProblems(
      'serviceAccount',
      serviceAccount,
      'write the e-mail of the account that the trigger builds as',
    ),
    ...accountProblems('serviceAccount', serviceAccount ?? undefined),
  ];
}

function sourceProblems(source: unknown): Problem[] {
  if (source === undefined) return [];
  const missing = objectProblems('source', source);
  if (missing.length > 0) return missing;
  const names = Object.keys(SOURCE_RULES) as (keyof CloudBuildSource)[];
  const given = source as CloudBuildSource;
  const problems = [
    ...unknownProps(given, names),
    ...names.flatMap((name) => textProblems(name, given[name], SOURCE_RULES[name])),
  ].map((problem) => ({ ...problem, prop: `source.${problem.prop}` }));
  const count = names.filter((name) => given[name] !== undefined).length;
  if (count === 1) return problems;
  const must = `be one of ${names.join(', ')}`;
  const fix = count === 0 ? 'leave source out for what the trigger says' : 'keep one';
  return [{ prop: 'source', must, got: `${count} of them`, fix }, ...problems];
}

function substitutionProblems(substitutions: unknown): Problem[] {
  if (substitutions === undefined) return [];
  const isObject = typeof substitutions === 'object' && substitutions !== null;
  if (!isObject || Array.isArray(substitutions) || Token.isUnresolved(substitutions)) {
    const must = 'be an object of names and values';
    return [{ prop: 'substitutions', must, got: shown(substitutions) }];
  }
  const entries = Object.entries(substitutions);
  const problems = entries.flatMap(([name, value]) => {
    const prop = `substitutions.${name}`;
    return [
      ...literalNameProblems(prop, name, SUBSTITUTION),
      ...(typeof value === 'string'
        ? valueLengthProblems(prop, value)
        : [{ prop, must: 'be a text', got: shown(value) }]),
    ];
  });
  if (entries.length < MAX_SUBSTITUTIONS) return problems;
  const must = `be at most ${MAX_SUBSTITUTIONS - 1}, since the token is one more`;
  return [{ prop: 'substitutions', must, got: String(entries.length) }, ...problems];
}

function valueLengthProblems(prop: string, value: string): Problem[] {
  const bytes = textLength(value);
  if (bytes <= MAX_VALUE_BYTES) return [];
  return [{ prop, must: `be at most ${MAX_VALUE_BYTES} bytes`, got: `${bytes} bytes` }];
}
