type Json = any;
type Step = Readonly<Record<string, Json>>;

/** A definition as Workflows takes it, with subworkflows. */
export type WorkflowDefinition = Readonly<
  Record<string, { readonly params?: readonly string[]; readonly steps: readonly Step[] }>
>;

/** An error as a workflow sees it. @see https://cloud.google.com/workflows/docs/reference/syntax/error-types */
export class WorkflowError extends Error {
  constructor(
    readonly map: { readonly tags: readonly string[]; readonly code?: number; readonly body?: unknown },
  ) {
    super(`${map.tags.join(', ')} ${map.code ?? ''}`);
  }
}

/** What the steps of an execution reach. */
export interface WorkflowWorld {
  readonly env: Readonly<Record<string, string>>;
  /** Calls a connector or a function of the standard library. */
  call(name: string, args: Json): Promise<unknown>;
  /** Waits before a retry. */
  sleep(seconds: number): Promise<void>;
}

/** How a list of steps has come to its end. */
type End = { readonly kind: 'through' } | { readonly kind: 'next'; readonly step: string } | Returned;
type Returned = { readonly kind: 'returned'; readonly value: Json };

const THROUGH: End = { kind: 'through' };

/**
 * Plays a workflow as far as the examples need it: assign, call, switch, try with retry and except, raise, return.
 *
 * @see https://cloud.google.com/workflows/docs/reference/syntax
 */
export class WorkflowPlayer {
  constructor(
    private readonly definition: WorkflowDefinition,
    private readonly world: WorkflowWorld,
  ) {}

  /** Executes `main` and gives what it returns. */
  execute(args: Json): Promise<Json> {
    return this.subworkflow('main', { args });
  }

  private async subworkflow(name: string, args: Readonly<Record<string, Json>>): Promise<Json> {
    const { params = [], steps } = this.definition[name] ?? { steps: [] };
    const scope = Object.fromEntries(params.map((param) => [param, args[param]]));
    const end = await this.steps(steps, scope);
    if (end.kind === 'next') throw new Error(`${name} has no step ${end.step}`);
    return end.kind === 'returned' ? end.value : undefined;
  }

  private async steps(steps: readonly Step[], scope: Record<string, Json>): Promise<End> {
    const named = steps.flatMap((step) => Object.entries(step));
    let index = 0;
    while (index < named.length) {
      const end = await this.step(named[index]?.[1], scope);
      if (end.kind === 'returned') return end;
      const next = end.kind === 'next' ? named.findIndex(([name]) => name === end.step) : index + 1;
      if (next === -1) return end;
      index = next;
    }
    return THROUGH;
  }

  private async step(step: Step, scope: Record<string, Json>): Promise<End> {
    if ('assign' in step) {
      for (const one of step['assign']) Object.assign(scope, this.value(one, scope));
    } else if ('switch' in step) {
      const met = step['switch'].find(({ condition }: Step) => this.value(condition, scope) === true);
      if (met !== undefined) return this.jump(met, scope);
    } else if ('try' in step) {
      return this.try(step, scope);
    } else if ('raise' in step) {
      throw new WorkflowError(this.value(step['raise'], scope));
    } else if ('call' in step) {
      const result = await this.call(step['call'], this.value(step['args'], scope));
      if ('result' in step) scope[step['result']] = result;
    } else if (!('return' in step)) {
      throw new Error(`a step that is not played here: ${Object.keys(step).join(', ')}`);
    }
    return this.jump(step, scope);
  }

  private jump(step: Step, scope: Record<string, Json>): End {
    if ('return' in step) return { kind: 'returned', value: this.value(step['return'], scope) };
    return 'next' in step ? { kind: 'next', step: step['next'] } : THROUGH;
  }

  private async try({ try: tried, retry, except }: Step, scope: Record<string, Json>): Promise<End> {
    for (let again = 0, seconds = retry?.backoff.initial_delay; ; again += 1) {
      try {
        return await ('steps' in tried ? this.steps(tried.steps, scope) : this.step(tried, scope));
      } catch (error) {
        if (!(error instanceof WorkflowError)) throw error;
        if (retry !== undefined && again < retry.max_retries && (await this.wants(retry.predicate, error))) {
          await this.world.sleep(seconds);
          seconds = Math.min(seconds * retry.backoff.multiplier, retry.backoff.max_delay);
          continue;
        }
        if (except === undefined) throw error;
        // What an except block assigns stays in it.
        return this.steps(except.steps, { ...scope, [except.as]: error.map });
      }
    }
  }

  private wants(predicate: string, { map }: WorkflowError): Promise<boolean> {
    return this.subworkflow(predicate.slice(2, -1), { e: map });
  }

  private call(name: string, args: Json): Promise<Json> {
    return name in this.definition ? this.subworkflow(name, args) : this.world.call(name, args);
  }

  /** A value with its expressions evaluated: `${…}` as a whole, of the operators that the examples use. */
  private value(value: Json, scope: Readonly<Record<string, Json>>): Json {
    if (Array.isArray(value)) return value.map((one) => this.value(one, scope));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.value(one, scope)]));
    }
    const expression = typeof value === 'string' ? /^\$\{(.*)\}$/.exec(value)?.[1] : undefined;
    if (expression === undefined) return value;
    const script = expression
      .replace(/("[^"]*") in ([\w.]+)/g, '$2.includes($1)')
      .replace(/\bnot\(/g, '!(')
      .replace(/ or /g, ' || ')
      .replace(/ == /g, ' === ');
    const known = { ...this.library(), ...scope };
    return new Function(...Object.keys(known), `return (${script})`)(...Object.values(known));
  }

  private library(): Readonly<Record<string, object>> {
    return {
      json: { decode: JSON.parse, encode_to_string: JSON.stringify },
      sys: { get_env: (name: string) => this.world.env[name], now: () => Date.now() / 1000 },
      time: { format: (seconds: number) => new Date(seconds * 1000).toISOString() },
    };
  }
}
