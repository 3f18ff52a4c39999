import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../../contract/rules/format/numberFormat.ts';
import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';

export interface TariffRow {
  label: string;
  value: string;
}

/** Whole hours if possible, else minutes: `24 hours`. Tariffs use hours, not days. */
function formatPeriod(minutes: number, language: string): string {
  const hours = minutes % 60 === 0;
  return numberFormat(language, {
    style: 'unit',
    unit: hours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(hours ? minutes / 60 : minutes);
}

/**
 * A complete tariff as text: the charges, the deposit, and what a charger costs that is not
 * returned.
 */
export function useTariffWords(): (tariff: Tariff) => TariffRow[] {
  const { t, i18n } = useTranslation('stations');
  const period = (minutes: number) => formatPeriod(minutes, i18n.language);

  return (tariff) => {
    const money = (amount: number) => formatMoney({ amount, currency: tariff.currency });
    const ratePeriod = { amount: money(tariff.rate), period: period(tariff.rateMinutes) };
    const rate =
      tariff.rateMinutes === 60
        ? t(($) => $.ratePerHour, ratePeriod)
        : t(($) => $.ratePer, ratePeriod);
    const rows: TariffRow[] = [
      { label: t(($) => $.unlockFee), value: money(tariff.unlockFee) },
      { label: t(($) => $.rate), value: rate },
      {
        label: t(($) => $.atMost),
        value: t(($) => $.capPer, {
          amount: money(tariff.cap),
          period: period(tariff.capMinutes),
        }),
      },
    ];
    if (tariff.deposit > 0) {
      rows.push(
        {
          label: t(($) => $.deposit),
          value: t(($) => $.depositHeld, { amount: money(tariff.deposit) }),
        },
        {
          label: t(($) => $.afterDeposit, { period: period(tariff.depositCaptureMinutes) }),
          value: t(($) => $.depositTaken),
        },
      );
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
