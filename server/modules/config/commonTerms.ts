import type { Config } from '../../../contract/config.ts';
import { chargerWaitSeconds } from '../../../contract/rules/app/waits.ts';
import { foundDaysOf, type Tariff } from '../../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../db/database.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';

/** The terms that all tariffs share. A term is null if it differs between two tariffs, or if there is no tariff. */
export async function readCommonTerms(db: Db): Promise<NonNullable<Config['terms']>> {
  return commonTerms(await allTariffs(db));
}

export function commonTerms(tariffs: readonly Tariff[]): NonNullable<Config['terms']> {
  const shared = <T>(of: (tariff: Tariff) => T): T | null => {
    const [first, ...others] = tariffs.map(of);
    return first !== undefined && others.every((other) => other === first) ? first : null;
  };
  const currency = shared((tariff) => tariff.currency);
  const money = (of: (tariff: Tariff) => number) => {
    const amount = shared(of);
    return amount === null || currency === null ? null : { amount, currency };
  };
  return {
    unlockFee: money((tariff) => tariff.unlockFee),
    graceMinutes: shared((tariff) => tariff.graceMinutes),
    rate: money((tariff) => tariff.rate),
    rateMinutes: shared((tariff) => tariff.rateMinutes),
    freeMinutes: shared((tariff) => tariff.freeMinutes ?? 0),
    cap: money((tariff) => tariff.cap),
    capMinutes: shared((tariff) => tariff.capMinutes),
    deposit: money((tariff) => tariff.deposit),
    depositCaptureMinutes: shared((tariff) => tariff.depositCaptureMinutes),
    lostMinutes: shared((tariff) => tariff.lostMinutes),
    overdueFee: money((tariff) => tariff.overdueFee),
    lostTotal: money((tariff) => tariff.lostTotal),
    foundDays: shared(foundDaysOf),
    chargerWaitSeconds,
  };
}
