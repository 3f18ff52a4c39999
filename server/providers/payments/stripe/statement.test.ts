import { expect, test } from 'vitest';
import { makeReferenceNumber } from '../../../ids/referenceNumber.ts';
import { statementSuffix } from './statement.ts';

test('a number becomes a suffix that fits after the longest prefix', () => {
  expect(statementSuffix('R-7K3M-92QF')).toBe('R7K3M-92QF');
  for (const kind of ['R', 'T'] as const) {
    const suffix = statementSuffix(makeReferenceNumber(kind)) ?? '';
    expect(suffix.startsWith(kind)).toBe(true);
    expect(`CHARGERCIT* ${suffix}`.length).toBeLessThanOrEqual(22);
  }
});

test.each(['R-7K3M-92QF-1', '1234-5678', '', '-', 'R<1>', "R'1", 'R"1', 'R*1', 'R\\1', 'R-充电宝'])(
  'the number %o is not sent to Stripe',
  (number) => {
    expect(statementSuffix(number)).toBeNull();
  },
);
