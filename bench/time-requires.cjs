/**
 * Requires the modules that its arguments name, and prints how long that took, in milliseconds; with `list` before
 * them it prints the paths of all modules that were loaded.
 */
const [mode, ...modules] = process.argv.slice(2);

const startMs = performance.now();
for (const module of modules) require(module);
const tookMs = performance.now() - startMs;
process.stdout.write(mode === 'list' ? Object.keys(require.cache).join('\n') : String(tookMs));
