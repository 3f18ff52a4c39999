import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { canDispute } from '../../features/orders/receipt/canDispute.ts';
import { DisputeForm } from '../../features/orders/receipt/DisputeForm.tsx';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';
import { useToast } from '../../ui/feedback/messages.ts';

/**
 * The page on which the rider disputes the bill of an order. The receipt shows the result of the
 * dispute.
 */
export function OrderProblemPage() {
  const { t } = useTranslation('orders');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const toast = useToast();
  const stillHere = useIsMounted();
  const orderId = query.get('orderId');
  if (orderId === null) return <Navigate to="/history" replace />;
  const receipt = `/history/detail?orderId=${encodeURIComponent(orderId)}`;

  const finish = () => {
    toast(t(($) => $.dispute.sent));
    if (stillHere()) void navigate(receipt, { replace: true });
  };

  return (
    <SignedInOnly guests>
      <OrderLoader id={orderId} heading={t(($) => $.dispute.heading)}>
        {(order) =>
          canDispute(order) ? (
            <DisputeForm order={order} onSent={finish} />
          ) : (
            <Navigate to={receipt} replace />
          )
        }
      </OrderLoader>
    </SignedInOnly>
  );
}
