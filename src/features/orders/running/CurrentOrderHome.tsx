import type { ReactNode } from 'react';
import type { Order } from '../../../../contract/orders.ts';
import { OrderInPreparation } from './OrderInPreparation.tsx';
import { orderPhase } from '../orderPhase.ts';
import { ReturnedOrder } from './ReturnedOrder.tsx';
import { RunningRental } from './RunningRental.tsx';
import type { RunningRentalProps } from './RunningRental.tsx';

export interface CurrentOrderHomeProps {
  order: Order;
  /** Whether the last request failed. */
  stale: boolean;
  /** Shown in the bar instead of Back. */
  menu: ReactNode;
  /** Shown at the end of the bar. */
  bell: ReactNode;
  /** Stations with a free slot. */
  returnPlaces: ReactNode;
  /** The start of the route to such a station. */
  findReturnSlot: ReactNode;
  /** The receipt by text message, which needs no power. */
  receipt: ReactNode;
  /** The tip for new riders while the charger is out. */
  tips: RunningRentalProps['tips'];
  /** An offer to riders who have returned and paid. */
  offer: ReactNode;
  /** Pays what is owed. */
  payNow: ReactNode;
  /** The rider has seen that the charger is back. */
  onSeen: () => void;
  seeing: boolean;
}

/** Home while there is a current order: in preparation, charger out, unpaid, or just returned. */
export function CurrentOrderHome({
  order,
  stale,
  menu,
  bell,
  returnPlaces,
  findReturnSlot,
  receipt,
  tips,
  offer,
  payNow,
  onSeen,
  seeing,
}: CurrentOrderHomeProps) {
  switch (orderPhase(order)) {
    case 'preparing':
      return <OrderInPreparation order={order} menu={menu} bell={bell} />;
    case 'out':
      return (
        <RunningRental
          order={order}
          stale={stale}
          menu={menu}
          bell={bell}
          returnPlaces={returnPlaces}
          findReturnSlot={findReturnSlot}
          receipt={receipt}
          tips={tips}
        />
      );
    case 'billing':
    case 'unpaid':
    case 'paying':
    case 'complete':
    case 'failed':
      return (
        <ReturnedOrder
          order={order}
          stale={stale}
          menu={menu}
          bell={bell}
          payNow={payNow}
          offer={offer}
          onSeen={onSeen}
          seeing={seeing}
        />
      );
  }
}
