import type { JobFunction } from '../../lambda-handler/job-run';
import type { Outcome } from '../../lambda-handler/protocol/outcome';
import * as cloudBuildTrigger from '../../lambda-handler/proxies/cloud-build-trigger';
import * as cloudRunJob from '../../lambda-handler/proxies/cloud-run-job';
import * as http from '../../lambda-handler/proxies/http';
import type { ProxyModule, ProxyPort } from '../../lambda-handler/proxies/proxy-port';
import * as pubSub from '../../lambda-handler/proxies/pub-sub';
import * as workflowExecution from '../../lambda-handler/proxies/workflow-execution';
import type { Proxy as ProxySettings } from '../../src/contract/proxies';
import { PROXY_STEP } from '../../src/contract/proxies';
import { stepToken } from '../../src/contract/run-identity';
import { ProtocolWorld, RUN_IDS } from '../lambda-handler/protocol/protocol-world';
import { GoogleApis } from '../support/google-apis/google-apis';

/** The token that every attempt of the world's run sends. */
export const TOKEN = stepToken(RUN_IDS.scheduled, 0, PROXY_STEP);

const MODULES = {
  'workflow-execution': workflowExecution,
  'cloud-run-job': cloudRunJob,
  'cloud-build-trigger': cloudBuildTrigger,
  http,
  'pub-sub': pubSub,
} as const;

/** A run under the real protocol, whose job logic is a proxy that calls APIs of this process. Time is the test's. */
export class ProxyWorld {
  readonly protocol = new ProtocolWorld();
  readonly clock = this.protocol.clock;
  readonly apis = new GoogleApis(this.clock);
  readonly port: ProxyPort = {
    clock: this.clock,
    fetch: this.apis.fetch,
    tokens: { access: async () => 'access', identity: async (audience) => `identity for ${audience}` },
  };
  readonly logic: JobFunction;

  constructor(settings: ProxySettings, port: Partial<ProxyPort> = {}) {
    const module = MODULES[settings.kind] as ProxyModule;
    this.logic = module.proxyLogic(settings, { ...this.port, ...port });
  }

  /** Delivers the run, as Cloud Scheduler does first and again. */
  deliver(more: Parameters<ProtocolWorld['deliver']>[2] = {}): Promise<Outcome> {
    return this.protocol.deliver(this.logic, {}, more);
  }

  /** The instance dies once the job logic is done, before its end is written down; the lease runs out. */
  async crashBeforeFinish(): Promise<void> {
    void this.protocol.begin(async (run) => {
      await this.logic(run);
      await new Promise(() => {});
    });
    await this.clock.advance(195_000);
  }

  /** The instance dies before the job logic has done anything; the lease runs out. */
  async crashBeforeStart(): Promise<void> {
    void this.protocol.begin(() => new Promise(() => {}));
    await this.clock.advance(195_000);
  }

  /** The lines of a severity and above, as `MESSAGE`. */
  logged(severity: string) {
    return this.protocol.lines.filter((line) => line.severity === severity);
  }
}
