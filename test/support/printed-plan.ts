const WIDTH = 110;

/** A stack's Terraform for a snapshot: without the hashes that change with every line of the handler. */
export function printedPlan(plan: unknown): string {
  return folded(plan)
    .replace(/\b[0-9a-f]{64}\b/g, '<sha256 of the archive>')
    .replace(/\b[0-9a-f]{32}\b/g, '<asset hash>');
}

/** Puts each value on one line if it fits: a whole stack is to be reviewed on a few pages. */
function folded(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const rows = Array.isArray(value)
    ? value.map((item) => folded(item, deeper))
    : Object.entries(value).map(([name, item]) => `${name}: ${folded(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const line = rows.length === 0 ? open + close : `${open} ${rows.join(', ')} ${close}`;
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line;
  return [open, ...rows.map((row) => deeper + row), indent + close].join('\n');
}
