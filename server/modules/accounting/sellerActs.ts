import type {
  AddSeller,
  SellerAdded,
  SellerShown,
} from '../../../contract/operators/accounting.ts';
import { isTimeZone } from '../../time/timeZones.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { addSeller as store, findSeller, sellerAt, type Seller } from '../invoices/sellers.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';

/**
 * Adds a version of the seller. The version is in force from now on, or from a later time on, so the version never
 * changes an existing invoice.
 *
 * @throws {OpsError} timeInvalid, timeZoneInvalid, keyReused.
 */
export function addSeller(
  work: UnitOfWork,
  { name, address, taxNumber, taxRate, timeZone, from }: Omit<AddSeller, 'why'>,
  act: Act,
): Promise<SellerAdded> {
  const details = {
    name,
    address,
    taxNumber,
    taxRate,
    timeZone,
    ...(from !== undefined && { from }),
  };
  return actOnce(work, { action: 'seller.add', subject: null, details }, act, {
    async run() {
      if (!isTimeZone(timeZone)) {
        throw new OpsError('timeZoneInvalid', `There is no time zone ${timeZone}.`);
      }
      const validFrom = from === undefined ? work.now : new Date(from);
      if (validFrom < work.now) {
        throw new OpsError('timeInvalid', 'A seller cannot begin in the past.');
      }
      const before = await sellerAt(work.trx, validFrom);
      const seller = presentSeller(
        await store(work, {
          valid_from: validFrom,
          name,
          address,
          tax_number: taxNumber,
          tax_rate: taxRate,
          time_zone: timeZone,
        }),
      );
      return {
        answer: { seller },
        subject: String(seller.id),
        ...(before && { before: presentSeller(before) }),
        after: seller,
      };
    },
    async again({ subject }) {
      const found = await findSeller(work.trx, Number(subject));
      if (!found) throw new Error(`the seller ${subject} is gone`);
      return { seller: presentSeller(found) };
    },
  });
}

export function presentSeller(seller: Seller): SellerShown {
  return {
    id: seller.id,
    from: seller.valid_from.toISOString(),
    name: seller.name,
    address: seller.address,
    taxNumber: seller.tax_number,
    taxRate: seller.tax_rate,
    timeZone: seller.time_zone,
  };
}
