import { test } from '../support/fixtures.ts';
import { payRows } from './rows/pay.ts';
import { lookAtRow } from './screens.ts';

for (const row of payRows) {
  test(row.name, ({ page, supplies, sandbox, signUp, cabinet, otherCabinet }) =>
    lookAtRow(row, { page, supplies, sandbox, signUp, cabinet, otherCabinet }),
  );
}
