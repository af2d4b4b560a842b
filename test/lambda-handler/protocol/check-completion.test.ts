import { setDocument } from '../../../lambda-handler/document-writes';
import { wantedCompletion } from '../../../lambda-handler/protocol/check-completion';

const RECORD = 'scheduler_runs/run';
const WRITE = setDocument('effects/a', {});
const firestore = { doc: () => {}, runTransaction: () => {} };
const batch = { commit: () => {} };

describe('wantedCompletion', () => {
  test.each([
    { case: 'writes', parameters: [[WRITE], { result: 1 }], kind: 'writes' },
    { case: 'no writes', parameters: [[], { result: 1 }], kind: 'writes' },
    { case: 'a transaction', parameters: [firestore, () => {}, { result: 1 }], kind: 'transaction' },
    { case: 'a batch', parameters: [firestore, batch, { result: 1 }], kind: 'batch' },
  ])('recognises $case', ({ parameters, kind }) => {
    const [wanted, options] = wantedCompletion(parameters, RECORD);

    expect(wanted.kind).toBe(kind);
    expect(options).toEqual({ result: 1 });
  });

  test.each([
    { case: 'nothing', parameters: [], message: /the first argument is nothing/ },
    { case: 'null', parameters: [null, () => {}], message: /the first argument is null/ },
    {
      case: 'a write without an array',
      parameters: [WRITE],
      message: /first argument is an object of class/,
    },
    { case: 'no work', parameters: [firestore], message: /the second argument is nothing/ },
    { case: 'writes as work', parameters: [firestore, [WRITE]], message: /second argument is an object/ },
    {
      case: 'a function for what runs no transactions',
      parameters: [{ doc: () => {} }, () => {}],
      message: /runs no transactions/,
    },
    {
      case: 'a write of no function of ours',
      parameters: [[WRITE, { foo: 1 }]],
      message: /^writes\[1\] must be made by createDocument/,
    },
    {
      case: 'a write that is null',
      parameters: [[null]],
      message: /^writes\[0\] must be made by .* got null/,
    },
    {
      case: "a write to the run's own record",
      parameters: [[setDocument(RECORD, {})]],
      message: /must not be to the run's own record, got scheduler_runs\/run/,
    },
    { case: 'options that are none', parameters: [[WRITE], 'sent'], message: /got a string/ },
  ])('refuses $case', ({ parameters, message }) => {
    expect(() => wantedCompletion(parameters, RECORD)).toThrow(message);
    expect(() => wantedCompletion(parameters, RECORD)).toThrow(TypeError);
  });
});
