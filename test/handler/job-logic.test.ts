import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '../../src/configuration-error';
import { JobLogic } from '../../src/handler/job-logic';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject({
  'plain.ts': '',
  'both.ts': '',
  'both.js': '',
  'compiled.js': '',
  'compiled.mjs': '',
  'compiled.cjs': '',
  'with space.ts': '',
  'directory.ts/file.ts': '',
  'notes.txt': '',
});

afterAll(() => project.remove());

describe('JobLogic.fromFile', () => {
  test.each([
    { case: 'an absolute path', path: project.path('plain.ts'), file: 'plain.ts' },
    { case: 'a URL', path: pathToFileURL(project.path('with space.ts')), file: 'with space.ts' },
    { case: 'a URL as text', path: pathToFileURL(project.path('plain.ts')).href, file: 'plain.ts' },
    { case: 'a JavaScript module', path: project.path('compiled.cjs'), file: 'compiled.cjs' },
    { case: 'a .ts that was compiled away', path: project.path('compiled.ts'), file: 'compiled.js' },
    { case: 'an .mts that was compiled away', path: project.path('compiled.mts'), file: 'compiled.mjs' },
    { case: 'a .cts that was compiled away', path: project.path('compiled.cts'), file: 'compiled.cjs' },
    { case: 'a .ts beside its .js', path: project.path('both.ts'), file: 'both.ts' },
  ])('finds the module of $case', ({ path, file }) => {
    expect(JobLogic.fromFile(path).source).toEqual({ kind: 'file', file: project.path(file) });
  });

  test.each([
    {
      case: 'a relative path',
      path: 'jobs/nightly.ts',
      message:
        'logic must be an absolute path or a file: URL, got "jobs/nightly.ts": write path.join(__dirname, ' +
        '"./jobs/nightly.ts"), or new URL("./jobs/nightly.ts", import.meta.url) in an ES module',
    },
    {
      case: 'a path that climbs',
      path: '../nightly.ts',
      message:
        'logic must be an absolute path or a file: URL, got "../nightly.ts": write path.join(__dirname, ' +
        '"../nightly.ts"), or new URL("../nightly.ts", import.meta.url) in an ES module',
    },
    {
      case: 'a path that starts in its directory',
      path: './nightly.ts',
      message:
        'logic must be an absolute path or a file: URL, got "./nightly.ts": write path.join(__dirname, ' +
        '"./nightly.ts"), or new URL("./nightly.ts", import.meta.url) in an ES module',
    },
    {
      case: 'a file that is missing',
      path: project.path('absent.mjs'),
      message: `logic must be a file that exists, got ${project.path('absent.mjs')}`,
    },
    {
      case: 'a TypeScript file that is missing',
      path: project.path('absent.mts'),
      message:
        `logic must be a file that exists, got ${project.path('absent.mts')}, ` +
        `nor is there a compiled ${project.path('absent.mjs')}`,
    },
    {
      case: 'a directory',
      path: project.path('directory.ts'),
      message:
        `logic must be a file that exists, got ${project.path('directory.ts')}, ` +
        `nor is there a compiled ${project.path('directory.js')}`,
    },
    {
      case: 'another kind of file',
      path: project.path('notes.txt'),
      message:
        'logic must be a TypeScript or JavaScript module (.ts, .mts, .cts, .js, .mjs or .cjs), ' +
        `got ${project.path('notes.txt')}`,
    },
    {
      case: 'a URL of the web',
      path: new URL('https://example.com/nightly.ts'),
      message: 'logic must be a file: URL of this machine, got https://example.com/nightly.ts',
    },
    {
      case: 'a function',
      path: () => undefined,
      message: 'logic must be an absolute path or a file: URL, got a value of type function',
    },
    {
      case: 'nothing',
      path: undefined,
      message: 'logic must be an absolute path or a file: URL, got a value of type undefined',
    },
    {
      case: 'a URL of another machine',
      path: 'file://host/x.ts',
      message: 'logic must be a file: URL of this machine, got file://host/x.ts',
    },
    {
      case: 'a NUL character',
      path: '/a\0b.ts',
      message: 'logic must hold no NUL character, got "/a\\u0000b.ts"',
    },
    {
      case: 'an empty text',
      path: '',
      message: 'logic must be an absolute path or a file: URL, got ""',
    },
    { case: 'null', path: null, message: 'logic must be an absolute path or a file: URL, got null' },
  ])('refuses $case', ({ path, message }) => {
    const act = () => JobLogic.fromFile(path as string);

    expect(act).toThrow(ConfigurationError);
    expect(act).toThrow(message);
  });
});
