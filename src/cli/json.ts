/** A JSON object of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object and no array. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text of a stack file holds a Terraform expression, which only the deployment evaluates. */
export function isExpression(text: string): boolean {
  return /(^|[^$])\$\{/.test(text);
}
