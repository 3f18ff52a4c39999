import { test } from '../support/fixtures.ts';
import { payRows } from './rows/pay.ts';
import { checkRow, testTitle } from './screens.ts';

for (const row of payRows) {
  test(testTitle(row, payRows), ({ page, supplies, sandbox, signUp, cabinet, otherCabinet }) =>
    checkRow(row, { page, supplies, sandbox, signUp, cabinet, otherCabinet }),
  );
}
