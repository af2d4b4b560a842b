import { type TerraformResource, TerraformStack, Testing } from 'cdktf';

/** A resource as it is written to the synthesized stack. */
export type SynthesizedResource = Readonly<Record<string, unknown>>;

/**
 * What the synthesized stack says of one resource.
 *
 * @example
 * expect(resourceOf(job.schedulerJob.resource)).toMatchObject({ schedule: '0 2 * * *' });
 */
export function resourceOf(resource: TerraformResource): SynthesizedResource {
  return resourcesOf(TerraformStack.of(resource))(resource);
}

/** Synthesizes a stack once, to look up several of its resources. */
export function resourcesOf(stack: TerraformStack): (resource: TerraformResource) => SynthesizedResource {
  const { resource: byType } = JSON.parse(Testing.synth(stack)) as SynthesizedStack;
  return ({ terraformResourceType, friendlyUniqueId }) => {
    const found = byType?.[terraformResourceType]?.[friendlyUniqueId];
    if (found === undefined) {
      throw new Error(`assumption failed: ${terraformResourceType}.${friendlyUniqueId} is in its stack`);
    }
    return found;
  };
}

interface SynthesizedStack {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, SynthesizedResource>>>>;
}
