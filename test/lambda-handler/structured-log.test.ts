import { structuredLog } from '../../lambda-handler/structured-log';

function logOne(...entry: Parameters<ReturnType<typeof structuredLog>>) {
  const lines: string[] = [];
  structuredLog((line) => lines.push(line))(...entry);
  return lines;
}

describe('structuredLog', () => {
  test('writes one line of JSON with the labels and the trace of Cloud Logging', () => {
    const fields = { job: 'j', runId: 'r', attempt: 2, trace: 'projects/p/traces/t', status: 200 };

    const [line = '', ...more] = logOne('INFO', 'the run is\ncompleted', fields);

    expect(more).toEqual([]);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toEqual({
      severity: 'INFO',
      message: 'the run is\ncompleted',
      job: 'j',
      runId: 'r',
      attempt: 2,
      status: 200,
      'logging.googleapis.com/trace': 'projects/p/traces/t',
      'logging.googleapis.com/labels': { job: 'j', run_id: 'r', attempt: '2' },
    });
  });

  test('writes a line without fields, labels or trace', () => {
    expect(logOne('ERROR', 'no')).toEqual(['{"severity":"ERROR","message":"no"}\n']);
  });

  test('lets no field replace the severity and the message', () => {
    const [line = ''] = logOne('ERROR', 'no', { severity: 'DEBUG', message: 'yes' });

    expect(JSON.parse(line)).toEqual({ severity: 'ERROR', message: 'no' });
  });

  test('survives fields that have no JSON form', () => {
    const fields: Record<string, unknown> = { count: 7n };
    fields['self'] = fields;

    const [line = ''] = logOne('INFO', 'x', fields);

    expect(JSON.parse(line)).toMatchObject({ count: '7', self: '[circular]' });
  });
});
