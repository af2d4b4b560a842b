import { readFileSync } from 'node:fs';
import { unpack } from '../../bench/deployed/unpack';
import { createArchive } from '../../src/handler/archive';
import { filesBelow } from '../support/packed-package';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';

describe('unpack', () => {
  let deployed: TemporaryProject;
  beforeEach(() => {
    deployed = temporaryProject({
      'index.js': 'old',
      'old.js': 'old',
      'lib/old.js': 'old',
      'node_modules/fflate/index.js': 'installed',
    });
  });
  afterEach(() => deployed.remove());

  test('leaves what is in the zip and the installed packages, and nothing of before', async () => {
    await unpack(createArchive({ 'index.js': 'new', 'package.json': '{}' }).zip, deployed.directory);

    expect(filesBelow(deployed.directory)).toEqual([
      'index.js',
      'node_modules/fflate/index.js',
      'package.json',
    ]);
    expect(readFileSync(deployed.path('index.js'), 'utf8')).toBe('new');
  });

  test('makes the directory where there is none', async () => {
    await unpack(createArchive({ 'index.js': 'new' }).zip, deployed.path('product'));

    expect(filesBelow(deployed.path('product'))).toEqual(['index.js']);
  });
});
