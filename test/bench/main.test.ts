import { join } from 'node:path';
import { USAGE } from '../../bench/options';
import { tryCommand } from '../support/run-command';

test('a wrong call exits with 2, and says why and how to call', async () => {
  const command = ['-r', require.resolve('tsx/cjs'), join(__dirname, '../../bench/main.ts'), '--row', 'size'];

  const { exitCode, output } = await tryCommand(process.execPath, command, { cwd: __dirname });

  expect(exitCode).toBe(2);
  expect(output).toMatch(/^--row must be one of cold-start, .*, got size\n\n/);
  expect(output).toContain(USAGE);
  expect(output).not.toContain('    at ');
});
