import { table } from '../../bench/table';
import { measured, UNMEASURED } from './results';

describe('table', () => {
  test('lays out every row with its medians, its spread and whether it is what was aimed at', () => {
    const results = [measured([2, 4, 3], [4, 16, 10]), measured([9], [10], { what: 'another' }), UNMEASURED];

    expect(table(results).split('\n')).toEqual([
      '                      this  compared with              ratio   spread            target',
      '--------------------  ----  ------------------  -----  ------  ----------------  -------  ----------------------------------------------------',
      "a run, one at a time  3 ms  guide's pattern     10 ms  0.30 ×  0.25 × to 0.50 ×  ≤ 0.5 ×",
      '                            the same in Python  40 ms  0.07 ×',
      "another               9 ms  guide's pattern     10 ms  0.90 ×  0.90 × to 0.90 ×  ≤ 0.5 ×  missed",
      '                            the same in Python  40 ms  0.23 ×',
      "a herd                      guide's pattern                                      ≥ 2 ×    not measured: no Firestore emulator: no Java runtime",
    ]);
  });
});
