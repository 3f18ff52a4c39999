import { test } from '../support/fixtures.ts';
import { payRows } from './rows/pay.ts';
import { checkRow } from './screens.ts';

for (const row of payRows) {
  test(row.name, ({ page, supplies, sandbox, signUp, cabinet, otherCabinet }) =>
    checkRow(row, { page, supplies, sandbox, signUp, cabinet, otherCabinet }),
  );
}
