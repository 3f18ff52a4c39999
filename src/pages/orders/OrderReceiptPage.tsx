import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { OrderReceipt } from '../../features/orders/receipt/OrderReceipt.tsx';
import { RiderPushOffer } from './RiderPushOffer.tsx';
import { LazyPayNow } from './LazyPayNow.tsx';

export function OrderReceiptPage() {
  const { t } = useTranslation('orders');
  const [query] = useSearchParams();
  const { data: config } = useGetConfigQuery();
  const orderId = query.get('orderId');
  if (orderId === null) return <Navigate to="/history" replace />;
  return (
    <SignedInOnly>
      <OrderLoader id={orderId} heading={t(($) => $.receipt.heading)}>
        {(order, oldFrom) => (
          <OrderReceipt
            order={order}
            oldFrom={oldFrom}
            brand={config?.brand.name ?? ''}
            supportPhone={config?.brand.supportPhone ?? null}
            payNow={<LazyPayNow order={order} />}
            offer={<RiderPushOffer />}
          />
        )}
      </OrderLoader>
    </SignedInOnly>
  );
}
