import type { Proxy as ProxySettings } from '../contract/proxies';

/** What built-in job logic needs of Google for its handler's account, and on what. */
export type Access =
  | { readonly on: 'workflows'; readonly project: string | undefined }
  | {
      readonly on: 'job';
      readonly project: string | undefined;
      readonly location: string;
      readonly job: string;
    }
  | { readonly on: 'builds'; readonly project: string | undefined }
  /** Whoever runs a trigger acts as the account that it builds as. */
  | { readonly on: 'account'; readonly account: string }
  | { readonly on: 'topic'; readonly project: string | undefined; readonly topic: string }
  | {
      readonly on: 'service';
      readonly project: string | undefined;
      readonly location: string;
      readonly service: string;
    };

/** Settings whose project is that of a handler unless it was given. */
type Unplaced<P> = P extends { readonly project: string }
  ? Omit<P, 'project'> & { readonly project: string | undefined }
  : P;

/** Job logic that is built in, before it is given to a handler. */
export interface ProxyLogic {
  readonly settings: Unplaced<ProxySettings>;
  readonly access: readonly Access[];
  /** The APIs that are called, such as `run`. */
  readonly apis: readonly string[];
}

/** Job logics that are built in, by the names that jobs give in `logicName`. */
export type ProxyLogics = Readonly<Record<string, ProxyLogic>>;
