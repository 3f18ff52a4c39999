import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { OrderReceipt } from '../../features/orders/receipt/OrderReceipt.tsx';
import { RiderPushOffer } from './RiderPushOffer.tsx';
import { GuestReceipt } from './GuestReceipt.tsx';
import { LazyPayNow } from './LazyPayNow.tsx';

/** The receipt of an order: a page, or a pane beside the list of orders. */
export function OrderReceiptView({ orderId }: { orderId: string }) {
  const { t } = useTranslation('orders');
  const { data: config } = useGetConfigQuery();
  return (
    <OrderLoader id={orderId} heading={t(($) => $.receipt.heading)}>
      {(order, oldFrom) => (
        <OrderReceipt
          order={order}
          oldFrom={oldFrom}
          brand={config?.brand.name ?? ''}
          supportPhone={config?.brand.supportPhone ?? null}
          payNow={<LazyPayNow order={order} />}
          offer={
            <>
              <GuestReceipt />
              <RiderPushOffer />
            </>
          }
        />
      )}
    </OrderLoader>
  );
}
