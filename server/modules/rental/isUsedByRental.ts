import type { MethodUse } from '../payments/methods/methodUse.ts';
import { openStates } from '../rentalRecords/machine.ts';
import { hasRentalWithMethod } from '../rentalRecords/rentalsWithMethod.ts';

/** Whether this payment method belongs to an open rental, or to a rental whose bill is being settled or paid. */
export const isUsedByRental: MethodUse = (db, methodId) =>
  hasRentalWithMethod(db, methodId, [...openStates, 'settling', 'paying']);
