import type { TerraformStack } from 'cdktf';
import type { CloudRunFunction } from '../../src/handler/cloud-run-function';
import type { CloudRunFunctionProps } from '../../src/handler/cloud-run-function-props';
import { logicsOf } from '../../src/handler/job-logics';
import { type BundleStub, stubBundles } from '../../src/testing/stub-bundles';
import { billingStack, nightlyJob } from '../support/billing-stack';
import { aFunction } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

/** A handler of proxies in a stack of its own, with a job for each. */
export interface ProxyStack {
  readonly stack: TerraformStack;
  readonly handler: CloudRunFunction;
  readonly synthesized: Synthesized;
  /** The variable with the settings, as Terraform has it. */
  readonly settingsText: string;
}

/** Bundles nothing for a test file: none of it is looked at. */
export function useStubBundles(): void {
  let bundles: BundleStub;
  beforeAll(() => {
    bundles = stubBundles();
  });
  afterAll(() => bundles.restore());
}

/** Synthesizes a handler of one proxy or several. `make` may add what they refer to. */
export function proxyStack(
  make: (stack: TerraformStack) => CloudRunFunctionProps['logic'],
  changes: Partial<CloudRunFunctionProps> = {},
): ProxyStack {
  const stack = billingStack();
  const logic = make(stack);
  const handler = aFunction(stack, { project: 'acme-billing', ...changes, logic });
  for (const logicName of Object.keys(logicsOf(logic)))
    nightlyJob(stack, { handler, logicName }, `Job-${logicName}`);
  const synthesized = Synthesized.of(stack);
  const { service_config } = synthesized.resource('google_cloudfunctions2_function') as Json;
  return { stack, handler, synthesized, settingsText: service_config.environment_variables.DSJ_PROXIES };
}

/** The member that a handler's own account is. */
export const RUNTIME_MEMBER = expect.stringMatching(
  /^\$\{google_service_account\.Handler_RuntimeAccount_\w+\.member\}$/,
);
