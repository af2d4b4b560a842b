import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = Record<string, any>;

/** What an app wrote for one of its stacks. */
export class SynthesizedApp {
  private constructor(
    /** The directory of the stack. */
    private readonly directory: string,
    private readonly terraform: Json,
  ) {}

  /** Reads the stack `billing` from an app's output directory. */
  static read(outDirectory: string): SynthesizedApp {
    const directory = join(outDirectory, 'stacks', 'billing');
    return new SynthesizedApp(directory, JSON.parse(readFileSync(join(directory, 'cdk.tf.json'), 'utf8')));
  }

  /** The Terraform without the metadata and the place of the state file, which hold paths of the machine. */
  get plan(): Json {
    const { backend: _, ...terraform } = this.terraform['terraform'];
    return withoutMetadata({ ...this.terraform, terraform }) as Json;
  }

  /** The bytes of the handler's archive. */
  get archive(): Uint8Array {
    return readFileSync(join(this.directory, this.only('google_storage_bucket_object')['source']));
  }

  /** The handler's environment as Cloud Run would set it. */
  get environment(): Record<string, string> {
    const { environment_variables } = this.only('google_cloudfunctions2_function')['service_config'];
    return this.resolved(environment_variables);
  }

  /** The headers of a delivery that Terraform sets, and the job's name. */
  get delivery(): { readonly jobName: string; readonly headers: Record<string, string> } {
    const job = this.only('google_cloud_scheduler_job');
    return { jobName: job['name'], headers: this.resolved(job['http_target'].headers) };
  }

  private only(type: string): Json {
    const found = Object.values(this.terraform['resource'][type] as Json);
    if (found.length !== 1) throw new Error(`expected one ${type}, found ${found.length}`);
    return found[0];
  }

  /** Puts in the attributes that a text refers to, as Terraform does. */
  private resolved(texts: Readonly<Record<string, string>>): Record<string, string> {
    const value = (text: string) =>
      text.replace(/\$\{(\w+)\.([\w-]+)\.(\w+)\}/g, (_, type, id, attribute) =>
        attribute === 'project'
          ? this.terraform['provider'].google[0].project
          : this.terraform['resource'][type][id][attribute],
      );
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, value(text)]));
  }
}

function withoutMetadata(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMetadata);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== '//');
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutMetadata(inner)]));
}
