import type { ReactNode } from 'react';
import type { Order } from '../../../../contract/orders.ts';
import { OrderInPreparation } from './OrderInPreparation.tsx';
import { orderPhase } from '../orderPhase.ts';
import { ReturnedOrder } from './ReturnedOrder.tsx';
import { RunningRental } from './RunningRental.tsx';
import type { RunningRentalProps } from './RunningRental.tsx';

export interface CurrentOrderHomeProps {
  order: Order;
  /** Whether the last attempt to ask the server failed. */
  stale: boolean;
  /** Stands in the bar instead of Back. */
  menu: ReactNode;
  /** Stands at the end of the bar. */
  bell: ReactNode;
  /** Stations with room for the charger. */
  returnPlaces: ReactNode;
  /** Where the way to such a station begins. */
  findReturnSlot: ReactNode;
  /** A way to the receipt that needs no power. */
  receipt: ReactNode;
  /** What a newcomer is told while the charger is out. */
  tips: RunningRentalProps['tips'];
  /** What is offered to who has returned and paid. */
  offer: ReactNode;
  /** Pays what is owed. */
  payNow: ReactNode;
  /** The rider has read that the charger is back. */
  onSeen: () => void;
  seeing: boolean;
}

/** Home while it is about an order: being prepared, out, owed, or just back. */
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
