import { appendFileSync } from 'node:fs';
import { OutputFile } from '../support/output-file';
import { temporaryProject } from '../support/temporary-project';

const files = temporaryProject();
let names = 0;

afterAll(() => files.remove());

function outputFile() {
  const path = files.path(`output-${names++}`);
  return { file: new OutputFile(path), write: (data: string | Uint8Array) => appendFileSync(path, data) };
}

describe('OutputFile', () => {
  test('has each line as soon as it is written, and none that is not complete', () => {
    const { file, write } = outputFile();

    expect(file.lines).toEqual([]);
    write('first\nsec');
    expect(file.lines).toEqual(['first']);
    write('ond\n\nthird');
    expect(file.lines).toEqual(['first', 'second', '']);
    file.close();
  });

  test('reads a character whose bytes come apart', () => {
    const { file, write } = outputFile();
    const [head, tail] = [Buffer.from('ledger: €\n').subarray(0, 9), Buffer.from('ledger: €\n').subarray(9)];

    write(head);
    expect(file.lines).toEqual([]);
    write(tail);

    expect(file.lines).toEqual(['ledger: €']);
    file.close();
  });

  test('reads more than a chunk at once', () => {
    const { file, write } = outputFile();
    const long = 'é'.repeat(200_000);

    write(`${long}\nshort\n`);

    expect(file.lines).toEqual([long, 'short']);
    file.close();
  });

  test('keeps what was written before it was closed', () => {
    const { file, write } = outputFile();
    write('last words\n');

    file.close();
    file.close();

    expect(file.lines).toEqual(['last words']);
  });
});
