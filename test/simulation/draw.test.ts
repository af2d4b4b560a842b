import { listedDraw, seededDraw } from '../../lambda-handler/simulation/draw';

const tenOf = (draw: (choices: number) => number) => Array.from({ length: 10 }, () => draw(1_000));

describe('seededDraw', () => {
  test('draws the same numbers for the same seed, on every machine', () => {
    expect(tenOf(seededDraw(1)).slice(0, 4)).toEqual([627, 2, 527, 981]);
    expect(tenOf(seededDraw(1))).toEqual(tenOf(seededDraw(1)));
    expect(tenOf(seededDraw(2))).not.toEqual(tenOf(seededDraw(1)));
  });

  test('stays below the number of choices and uses all of them', () => {
    const draw = seededDraw(7);

    const drawn = new Set(Array.from({ length: 200 }, () => draw(3)));

    expect(drawn).toEqual(new Set([0, 1, 2]));
  });
});

describe('listedDraw', () => {
  test('draws from the list, and the plainest choice after its end', () => {
    const draw = listedDraw([5, 7]);

    expect([draw(4), draw(4), draw(4)]).toEqual([1, 3, 0]);
  });
});
