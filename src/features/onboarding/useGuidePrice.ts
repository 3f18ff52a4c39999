import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { formatMoney } from '../../lib/format/money.ts';

/** What unlocking and using a charger costs; null where that is not the same at every station. */
export function useGuidePrice(): string | null {
  const { t } = useTranslation(['guide', 'stations']);
  const { data } = useGetConfigQuery();
  const { unlockFee, rate, rateMinutes, freeMinutes } = data?.terms ?? {};
  // Other periods, and free time, are left to the station's own page, which has room for them.
  if (!unlockFee || !rate || rateMinutes !== 60 || freeMinutes) return null;
  return t(($) => $.price, {
    fee: formatMoney(unlockFee),
    rate: t(($) => $.stations.ratePerHour, { amount: formatMoney(rate) }),
  });
}
