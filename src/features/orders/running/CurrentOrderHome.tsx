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
  /** The menu button, which replaces the Back button in the bar. */
  menu: ReactNode;
  /** The bell at the end of the bar. */
  bell: ReactNode;
  radar: RunningRentalProps['radar'];
  /** The list of stations with a free slot. */
  returnPlaces: ReactNode;
  /** The button that leads to a station with a free slot. */
  findReturnSlot: ReactNode;
  /**
   * The offer of a receipt by text message, for a rider whose phone may run out of power before the return.
   */
  receipt: ReactNode;
  /** Tips for new riders, shown while the rider has the charger. */
  tips: RunningRentalProps['tips'];
  claim: RunningRentalProps['claim'];
  /** Explains what happened to a claim that the server had not answered before the rental ended. */
  endedClaim: ReactNode;
  /** An offer for a rider who has returned the charger and paid. */
  offer: ReactNode;
  /** The button that pays the amount owed. */
  payNow: ReactNode;
  /** Called when the rider has seen the return. */
  onSeen: () => void;
  seeing: boolean;
}

/**
 * Home while there is a current order: the order is in preparation, the rider has the charger, the
 * order is unpaid, or the rider has just returned the charger.
 */
export function CurrentOrderHome({
  order,
  stale,
  menu,
  bell,
  radar,
  returnPlaces,
  findReturnSlot,
  receipt,
  tips,
  claim,
  endedClaim,
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
          radar={radar}
          returnPlaces={returnPlaces}
          findReturnSlot={findReturnSlot}
          receipt={receipt}
          tips={tips}
          claim={
            <>
              {endedClaim}
              {claim}
            </>
          }
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
          endedClaim={endedClaim}
          offer={offer}
          onSeen={onSeen}
          seeing={seeing}
        />
      );
  }
}
