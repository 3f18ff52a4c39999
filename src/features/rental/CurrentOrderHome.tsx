import type { ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';

export function CurrentOrderHome({
  order,
  returnPlaces,
}: {
  order: Order;
  returnPlaces: ReactNode;
}) {
  return (
    <main>
      <h1>{order.number}</h1>
      {returnPlaces}
    </main>
  );
}
