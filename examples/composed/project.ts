/** Where everything is. Stacks that share something name their project, so that none reads another's state. */
export const PROJECT = 'acme-jobs';
export const REGION = 'europe-west1';
