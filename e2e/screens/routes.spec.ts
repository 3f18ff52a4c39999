import { test } from '../support/fixtures.ts';
import { personRows } from './rows/person.ts';
import { fullStationRows } from './rows/fullStation.ts';
import { proofRows } from './rows/proof.ts';
import { rentalRows } from './rows/rental.ts';
import { checkRow } from './screens.ts';

for (const row of [...rentalRows, ...personRows, ...proofRows, ...fullStationRows]) {
  test(row.name, ({ page, supplies, sandbox, signUp, cabinet, otherCabinet }) =>
    checkRow(row, { page, supplies, sandbox, signUp, cabinet, otherCabinet }),
  );
}
