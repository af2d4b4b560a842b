import type { CompletionCall } from '../../lambda-handler/simulation/history';
import type { Property } from './property';

/** What must hold of runs that job logic completes itself, each call with a document of its own. */
export const COMPLETION_PROPERTIES: readonly Property[] = [
  {
    name: 'an effect is committed with the end of its run, and once',
    problems: (view) => {
      const completed = view.history.commits.flatMap(({ kind, status, runId, attempt }) =>
        kind === 'finish' && status === 'completed' ? [`${runId}-${attempt}`] : [],
      );
      const effects = [...view.history.documents.keys()].map((path) => /^effects\/(.+)-\d+$/.exec(path)?.[1]);
      const expected = view.history.executions
        .filter((one) => one.completions.some(mayBeDone) && view.hasCompleted(one.delivery))
        .map(({ runId, attempt }) => `${runId}-${attempt}`);
      return [
        ...effects
          .filter((of) => !completed.includes(of ?? ''))
          .map((of) => `an effect of ${of} is left over`),
        ...effects
          .filter((of, index) => effects.indexOf(of) !== index)
          .map((of) => `another effect of ${of} is there`),
        ...expected.filter((of) => !effects.includes(of)).map((of) => `the effect of ${of} is missing`),
      ];
    },
  },
  {
    name: 'a completion that resolves has its own writes in the store, and one that is refused or lost never has',
    problems: (view) =>
      view.history.executions.flatMap(({ delivery, completions }) =>
        completions.flatMap(({ end, paths: [own = ''] }, call) => {
          const isThere = view.history.documents.has(own);
          const isWrong = end === 'committed' ? !isThere : isThere && WITHOUT_WRITES.includes(end ?? '');
          return isWrong ? [`call ${call} of delivery ${delivery} hears ${end}`] : [];
        }),
      ),
  },
  {
    name: 'writes that can be done are refused only where the store denies them',
    problems: (view) =>
      view.history.executions.flatMap(({ delivery, completions }) => {
        const isDenied = view.delivery(delivery).faults.store.some(({ kind }) => kind === 'denied');
        return completions.flatMap(({ end, paths }, call) =>
          end === 'WRITES_REFUSED' && isPossible(paths) && !isDenied
            ? [`call ${call} of delivery ${delivery}`]
            : [],
        );
      }),
  },
];

/** What says that nothing of a call was written, nor will be. */
const WITHOUT_WRITES: readonly string[] = [
  'WRITES_REFUSED',
  'RUN_LOST',
  'ALREADY_COMPLETED',
  'ATTEMPT_ENDED',
  'NOT_SUPPORTED',
];

/** A call that is to be refused updates another document, which is not there. */
function isPossible(paths: readonly string[]): boolean {
  return paths.length === 1;
}

function mayBeDone({ end }: CompletionCall): boolean {
  return end === undefined || !WITHOUT_WRITES.includes(end);
}
