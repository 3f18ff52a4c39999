import type { MethodUse } from '../payments/methods/removeMethod.ts';
import { openStates } from '../rentalRecords/machine.ts';
import { hasRentalWithMethod } from '../rentalRecords/rentalsWithMethod.ts';

/** Whether an open or unsettled rental uses this payment method. */
export const isUsedByRental: MethodUse = (trx, methodId) =>
  hasRentalWithMethod(trx, methodId, [...openStates, 'settling', 'paying']);
