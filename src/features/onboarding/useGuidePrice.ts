import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';

/**
 * The price to unlock and use a charger. It is null while it is unknown, if it differs between the tariffs, or if the
 * picture has no room for it.
 */
export function useGuidePrice(): string | null {
  const { t } = useTranslation(['guide', 'stations']);
  const { data } = useGetConfigQuery();
  const { unlockFee, rate, rateMinutes, freeMinutes } = data?.terms ?? {};
  // The picture has room only for a price per hour without free time. The page of the station explains all other
  // prices.
  if (!unlockFee || !rate || rateMinutes !== 60 || freeMinutes) return null;
  return t(($) => $.price, {
    fee: formatMoney(unlockFee),
    rate: t(($) => $.stations.ratePerHour, { amount: formatMoney(rate) }),
  });
}
