import type { TariffTerms } from '../../../contract/operators/tariffs.ts';
import { usageAmount } from '../../../contract/rules/pricing/pricing.ts';

const minute = 60_000;

/**
 * Finds terms of a tariff that contradict each other, and describes them in plain English. With such terms, a bill
 * would differ from what the app promised the rider.
 */
export function contradictionsOf(terms: TariffTerms, currency: string): string[] {
  const { unlockFee, rate, rateMinutes, freeMinutes = 0, cap, capMinutes } = terms;
  const { graceMinutes, deposit, depositCaptureMinutes, lostMinutes, overdueFee, lostTotal } =
    terms;
  const problems: string[] = [];
  const refuseIf = (isWrong: boolean, problem: string) => {
    if (isWrong) problems.push(problem);
  };
  refuseIf(
    terms.currency !== currency,
    `currency is ${terms.currency}, but this server uses ${currency} (CURRENCY)`,
  );
  refuseIf(cap < unlockFee, `cap (${cap}) is below unlockFee (${unlockFee})`);
  refuseIf(cap < rate, `cap (${cap}) is below the price of one period, rate (${rate})`);
  refuseIf(
    capMinutes < rateMinutes,
    `capMinutes (${capMinutes}) is shorter than one period, rateMinutes (${rateMinutes})`,
  );
  refuseIf(
    freeMinutes >= lostMinutes,
    `freeMinutes (${freeMinutes}) is not shorter than lostMinutes (${lostMinutes})`,
  );
  refuseIf(
    graceMinutes >= lostMinutes,
    `graceMinutes (${graceMinutes}) is not shorter than lostMinutes (${lostMinutes})`,
  );
  refuseIf(
    deposit > 0 && depositCaptureMinutes > lostMinutes,
    `depositCaptureMinutes (${depositCaptureMinutes}) is longer than lostMinutes (${lostMinutes})`,
  );
  const untilLoss = unlockFee + usageAmount(terms, 0, lostMinutes * minute);
  refuseIf(
    lostTotal < untilLoss,
    `lostTotal (${lostTotal}) is below what a rental costs until the loss (${untilLoss})`,
  );
  refuseIf(
    lostTotal > untilLoss + overdueFee,
    `lostTotal (${lostTotal}) is above what a loss costs (${untilLoss} until the loss, and overdueFee ${overdueFee})`,
  );
  return problems;
}
