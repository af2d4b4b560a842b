/** Where the measured stacks are. */
export const PROJECT = 'acme-bench';
export const REGION = 'europe-west1';
