/**
 * With `node --require`: writes which CommonJS modules a process has loaded when it ends, one path a line.
 *
 * They are added to the file that `LOADED_MODULES_FILE` names, to which each process of a chain adds its own.
 */
const { appendFileSync } = require('node:fs');

process.once('exit', () => {
  appendFileSync(process.env.LOADED_MODULES_FILE, `${Object.keys(require.cache).join('\n')}\n`);
});
