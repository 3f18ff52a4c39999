import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { CurrentOrderHome } from '../../features/orders/CurrentOrderHome.tsx';
import { useOrderSeenMutation } from '../../features/orders/ordersApi.ts';
import { useToast } from '../../ui/messages.ts';
import { PayNow } from './PayNow.tsx';

export interface HomeOrderProps {
  order: Order;
  /** Whether the last attempt to ask the server failed. */
  stale: boolean;
  /** Stands in the bar instead of Back. */
  menu: ReactNode;
  returnPlaces: ReactNode;
  findReturnSlot: ReactNode;
}

/** Home while it is about an order. */
export function HomeOrder({ order, stale, menu, returnPlaces, findReturnSlot }: HomeOrderProps) {
  const { t } = useTranslation('errors');
  const toast = useToast();
  const [markSeen, { isLoading }] = useOrderSeenMutation();

  const seen = async () => {
    const { error } = await markSeen(order.id);
    if (error)
      toast(
        t(($) => $[apiErrorCode(error)]),
        { tone: 'problem' },
      );
  };

  return (
    <CurrentOrderHome
      order={order}
      stale={stale}
      menu={menu}
      returnPlaces={returnPlaces}
      findReturnSlot={findReturnSlot}
      payNow={<PayNow order={order} />}
      onSeen={() => void seen()}
      seeing={isLoading}
    />
  );
}
