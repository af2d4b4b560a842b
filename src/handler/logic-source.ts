import type { ProxyLogic } from '../proxy/proxy-logic';

/** Where the code of a job logic comes from. */
export type LogicSource =
  /** A module of the user's, by its absolute path. */
  { readonly kind: 'file'; readonly file: string } | { readonly kind: 'proxy'; readonly proxy: ProxyLogic };

/** What a bundle holds of a job logic: all of it but the settings of a proxy. */
export interface BundledLogic {
  readonly source: LogicSource;
}
