/** @see https://cloud.google.com/iam/docs/service-accounts-create */
export const MAX_ACCOUNT_ID_LENGTH = 30;
