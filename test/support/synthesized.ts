import { type App, type TerraformStack, Testing } from 'cdktf';

type Json = Record<string, unknown>;

/** A synthesized stack, as a test looks at it. Validations run, as `cdktf synth` runs them. */
export class Synthesized {
  static of(stack: TerraformStack): Synthesized {
    return new Synthesized(Testing.synth(stack, true));
  }

  static app(): App {
    return Testing.app({ fakeCdktfJsonPath: true });
  }

  readonly json: Json;

  private constructor(readonly text: string) {
    this.json = JSON.parse(text) as Json;
  }

  /** Every resource of a type, by logical id. */
  resources(type: string): Record<string, Json> {
    const all = (this.json['resource'] ?? {}) as Record<string, Record<string, Json>>;
    return all[type] ?? {};
  }

  /** The one resource of a type. */
  resource(type: string): Json {
    const found = Object.values(this.resources(type));
    if (found.length !== 1) throw new Error(`expected one ${type}, found ${found.length}`);
    return found[0] as Json;
  }

  /** How many resources there are of each type. */
  counts(): Record<string, number> {
    const all = (this.json['resource'] ?? {}) as Record<string, Json>;
    return Object.fromEntries(Object.entries(all).map(([type, some]) => [type, Object.keys(some).length]));
  }
}
