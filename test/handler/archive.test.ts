import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { createArchive } from '../../src/handler/archive';
import { zipEntries } from '../support/zip-entries';

describe('createArchive', () => {
  test('holds the files, in the order of their names', () => {
    const { zip } = createArchive({ 'b.json': '{"ü":1}', 'a.js': new Uint8Array([1, 2, 3]) });

    const files = unzipSync(zip);
    expect(Object.keys(files)).toEqual(['a.js', 'b.json']);
    expect(Buffer.from(files['b.json'] ?? []).toString()).toBe('{"ü":1}');
    expect([...(files['a.js'] ?? [])]).toEqual([1, 2, 3]);
  });

  test('gives every entry the same time, system and mode', () => {
    const { zip } = createArchive({ 'a.js': 'a', 'b.js': 'b' });

    const attributes = { modified: '1980-01-01T12:00:00', madeOnUnix: true, mode: 0o100644 };
    expect(zipEntries(zip)).toEqual([
      { name: 'a.js', ...attributes },
      { name: 'b.js', ...attributes },
    ]);
  });

  test('is named by the hash of its bytes', () => {
    const { zip, sha256 } = createArchive({ 'a.js': 'a' });

    expect(sha256).toBe(createHash('sha256').update(zip).digest('hex'));
  });

  test('is the same for the same files in another order, and another for other files', () => {
    const { sha256 } = createArchive({ 'a.js': 'a', 'b.js': 'b' });

    expect(createArchive({ 'b.js': 'b', 'a.js': 'a' }).sha256).toBe(sha256);
    expect(createArchive({ 'a.js': 'a', 'c.js': 'b' }).sha256).not.toBe(sha256);
    expect(createArchive({ 'a.js': 'a', 'b.js': 'c' }).sha256).not.toBe(sha256);
  });
});
