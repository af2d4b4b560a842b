import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The package as it is published, and the scripts that use it in processes of their own. */
export interface Compiled {
  /** Absolute path of the package's main module. */
  readonly main: string;
  /**
   * Runs a script of this directory and reads the number that it prints.
   *
   * @param script such as `synth/child`
   */
  run(script: string, ...args: readonly string[]): Promise<number>;
}

const ROOT = join(__dirname, '..');
const DIRECTORY = join(__dirname, 'node_modules/compiled');
const MOST_OUTPUT_BYTES = 1_000_000;

const run = promisify(execFile);

/** Compiles the package, beside the one in `lib`. */
export async function compile(): Promise<Compiled> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '--project', join(__dirname, 'tsconfig.compiled.json')]);
  return {
    main: join(DIRECTORY, 'src/index.js'),
    async run(script, ...args) {
      const file = join(DIRECTORY, 'bench', `${script}.js`);
      const { stdout } = await run(process.execPath, [file, ...args], { maxBuffer: MOST_OUTPUT_BYTES });
      const figure = Number(stdout);
      if (stdout.trim() === '' || Number.isNaN(figure))
        throw new Error(`${script} printed no number: ${stdout}`);
      return figure;
    },
  };
}
