import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { formatPeriod } from '../../../contract/rules/format/period.ts';
import { priceFacts } from '../../../contract/rules/firstScreen/priceFacts.ts';
import type { Fact } from '../../../contract/rules/firstScreen/stationSheet.ts';
import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';

/** The facts of a tariff. Only the prices are on the first screen. */
export interface TariffWords {
  /** The charges and the deposit. */
  prices: Fact[];
  /** What happens if the charger is not returned, and when the rider pays nothing. */
  terms: Fact[];
}

/** Returns a function that gives a complete tariff as text. */
export function useTariffWords(): (tariff: Tariff) => TariffWords {
  const { t, i18n } = useTranslation('stations');
  const period = (minutes: number) => formatPeriod(minutes, i18n.language);

  return (tariff) => {
    const money = (amount: number) => formatMoney({ amount, currency: tariff.currency });
    const prices = priceFacts((key, values) => t(($) => $[key], values), tariff, i18n.language);
    const terms: Fact[] = [];
    if (tariff.deposit > 0) {
      terms.push({
        label: t(($) => $.afterDeposit, { period: period(tariff.depositCaptureMinutes) }),
        value: t(($) => $.depositTaken),
      });
    }
    terms.push({
      label: t(($) => $.afterDeposit, { period: period(tariff.lostMinutes) }),
      value: t(($) => $.lost, { amount: money(tariff.lostTotal) }),
    });
    if (tariff.graceMinutes > 0) {
      terms.push({
        label: t(($) => $.grace, { period: period(tariff.graceMinutes) }),
        value: t(($) => $.graceFree),
      });
    }
    if (tariff.minimumCharge) {
      terms.push({
        label: t(($) => $.smallAmounts, { amount: money(tariff.minimumCharge) }),
        value: t(($) => $.notCharged),
      });
    }
    return { prices, terms };
  };
}
