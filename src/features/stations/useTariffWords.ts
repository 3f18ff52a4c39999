import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { formatPeriod } from '../../../contract/rules/format/period.ts';
import { priceFacts } from '../../../contract/rules/firstScreen/priceFacts.ts';
import type { Fact } from '../../../contract/rules/firstScreen/stationSheet.ts';
import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';

/**
 * Returns a function that gives a complete tariff as text: the charges, the deposit, and the cost
 * of a charger that is not returned. The first screen has only the charges and the deposit.
 */
export function useTariffWords(): (tariff: Tariff) => Fact[] {
  const { t, i18n } = useTranslation('stations');
  const period = (minutes: number) => formatPeriod(minutes, i18n.language);

  return (tariff) => {
    const money = (amount: number) => formatMoney({ amount, currency: tariff.currency });
    const rows = priceFacts((key, values) => t(($) => $[key], values), tariff, i18n.language);
    if (tariff.deposit > 0) {
      rows.push({
        label: t(($) => $.afterDeposit, { period: period(tariff.depositCaptureMinutes) }),
        value: t(($) => $.depositTaken),
      });
    }
    rows.push({
      label: t(($) => $.afterDeposit, { period: period(tariff.lostMinutes) }),
      value: t(($) => $.lost, { amount: money(tariff.lostTotal) }),
    });
    if (tariff.graceMinutes > 0) {
      rows.push({
        label: t(($) => $.grace, { period: period(tariff.graceMinutes) }),
        value: t(($) => $.graceFree),
      });
    }
    if (tariff.minimumCharge) {
      rows.push({
        label: t(($) => $.smallAmounts, { amount: money(tariff.minimumCharge) }),
        value: t(($) => $.notCharged),
      });
    }
    return rows;
  };
}
