import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';

/**
 * Returns the text of the button that reports the return. After a swap, the rider has two chargers.
 * Only the return of the second charger ends the rental, so the text names the second charger.
 */
export function useClaimText({ faulty }: Order): string {
  const { t } = useTranslation('orders');
  return faulty?.swap === 'done' ? t(($) => $.home.claimSecond) : t(($) => $.home.claim);
}
