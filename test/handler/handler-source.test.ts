import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { buildArchive, writeArchive } from '../../src/handler/handler-source';
import { packageRoot } from '../../src/handler/package-root';

const BUNDLE = {
  files: { 'index.js': Buffer.from('exports.handler = () => {};'), 'beside.js': Buffer.from('// beside it') },
  inputs: [],
};

function fileOf(name: string): string {
  return strFromU8(unzipSync(buildArchive(BUNDLE).zip)[name] ?? new Uint8Array());
}

describe('buildArchive', () => {
  test('holds the files of the bundle, and the package with its lock file', () => {
    expect(Object.keys(unzipSync(buildArchive(BUNDLE).zip))).toEqual([
      'beside.js',
      'index.js',
      'package-lock.json',
      'package.json',
    ]);
    expect(fileOf('index.js')).toBe('exports.handler = () => {};');
    expect(fileOf('beside.js')).toBe('// beside it');
  });

  test('has a package that starts the bundle and that nothing builds', () => {
    const manifest = JSON.parse(fileOf('package.json'));

    expect(manifest.main).toBe('index.js');
    expect(manifest.scripts).toEqual({ start: 'functions-framework --target=handler' });
    expect(manifest.engines).toEqual({ node: '24.x' });
    expect(manifest).not.toHaveProperty('type');
  });

  test('depends on the functions-framework that the tests run', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    const framework = devDependencies['@google-cloud/functions-framework'];

    expect(framework).toMatch(/^\d+\.\d+\.\d+$/);
    expect(JSON.parse(fileOf('package.json')).dependencies).toEqual({
      '@google-cloud/functions-framework': framework,
    });
  });

  test('has a lock file that fits its package and names no registry', () => {
    const manifest = JSON.parse(fileOf('package.json'));
    const lock = JSON.parse(fileOf('package-lock.json'));

    const { '': root, ...packages } = lock.packages;
    expect(lock.lockfileVersion).toBe(3);
    expect(root.dependencies).toEqual(manifest.dependencies);
    for (const entry of Object.values(packages)) {
      expect(entry).toEqual(expect.objectContaining({ integrity: expect.stringMatching(/^sha512-/) }));
      expect(entry).not.toHaveProperty('resolved');
    }
  });
});

describe('writeArchive', () => {
  test('writes the zip under its hash, once', () => {
    const archive = buildArchive(BUNDLE);

    const file = writeArchive(archive);

    expect(isAbsolute(file)).toBe(true);
    expect(basename(file)).toBe(`${archive.sha256}.zip`);
    expect(new Uint8Array(readFileSync(file))).toEqual(archive.zip);
    expect(writeArchive(archive)).toBe(file);
  });

  test('removes the zip when the process exits', () => {
    const module = join(packageRoot(), 'src/handler/handler-source.ts');
    const script = `
      const { writeArchive } = require(${JSON.stringify(module)});
      const file = writeArchive({ zip: new Uint8Array([1]), sha256: 'abc' });
      console.log(JSON.stringify([file, require('node:fs').existsSync(file)]));`;

    const output = execFileSync(process.execPath, ['-r', require.resolve('tsx/cjs'), '-e', script], {
      encoding: 'utf8',
    });

    const [file, existed] = JSON.parse(output);
    expect(existed).toBe(true);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });
});
