import { test } from '../support/fixtures.ts';
import { personRows } from './rows/person.ts';
import { fullStationRows } from './rows/fullStation.ts';
import { homeStateRows } from './rows/homeStates.ts';
import { proofRows } from './rows/proof.ts';
import { rentalRows } from './rows/rental.ts';
import { checkRow, testTitle } from './screens.ts';

const rows = [...rentalRows, ...personRows, ...proofRows, ...fullStationRows, ...homeStateRows];

for (const row of rows) {
  test(testTitle(row, rows), ({ page, supplies, sandbox, signUp, cabinet, otherCabinet }) =>
    checkRow(row, { page, supplies, sandbox, signUp, cabinet, otherCabinet }),
  );
}
