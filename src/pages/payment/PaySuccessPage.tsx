import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { orderPhase } from '../../features/orders/orderPhase.ts';
import { useOrderSeenMutation } from '../../features/orders/ordersApi.ts';
import { PaidOrder } from '../../features/orders/running/PaidOrder.tsx';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';

export function PaySuccessPage() {
  const { t } = useTranslation('titles');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [markSeen, { isLoading }] = useOrderSeenMutation();
  const stillHere = useIsMounted();
  const orderId = query.get('orderId');
  if (orderId === null) return <Navigate to="/home" replace />;

  const leave = async () => {
    // If this request fails, home shows the return again, so no message is needed.
    await markSeen(orderId);
    if (stillHere()) await navigate('/home', { replace: true });
  };

  return (
    <SignedInOnly guests>
      <OrderLoader id={orderId} heading={t(($) => $.paySuccess)}>
        {(order) => {
          const phase = orderPhase(order);
          return phase === 'complete' || phase === 'paying' ? (
            <PaidOrder order={order} onDone={() => void leave()} leaving={isLoading} />
          ) : (
            <Navigate to={`/history/detail?orderId=${orderId}`} replace />
          );
        }}
      </OrderLoader>
    </SignedInOnly>
  );
}
