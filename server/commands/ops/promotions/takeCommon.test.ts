import { expect, test } from 'vitest';
import { takeCommon } from './takeCommon.ts';

test('the common options are read in both forms, and all other arguments stay in the list', () => {
  const args = ['summer', '--why=a call', '--max', '3', '--as', 'mia', '--json', '--first'];
  expect(takeCommon(args)).toEqual({
    why: 'a call',
    as: 'mia',
    json: true,
    rest: ['summer', '--max', '3', '--first'],
  });
});

test.each([[['--why']], [['--as', '--json']]])('%j is refused: a value is missing', (args) => {
  expect(() => takeCommon(args)).toThrow(expect.objectContaining({ name: 'UsageError' }));
});
