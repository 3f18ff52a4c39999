import { SellerAdded } from '../../../../contract/operators/accounting.ts';
import type { Change } from './change.ts';

/** The books. */
export const bookChanges: Record<string, Change> = {
  'POST /api/ops/reconciliation/run': {
    action: 'reconciliation.run',
    call: async () => ({ subject: 'sandbox' }),
  },
  'POST /api/ops/sellers': {
    action: 'seller.add',
    call: async () => ({
      body: {
        name: 'Chargers',
        address: '1 Harbor Road',
        taxNumber: 'B1',
        taxRate: 2100,
        timeZone: 'UTC',
      },
    }),
    subjectOf: (answer) => String(SellerAdded.parse(answer).seller.id),
  },
};
