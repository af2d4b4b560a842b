export const PROJECT = 'acme-billing';
export const REGION = 'europe-west1';
