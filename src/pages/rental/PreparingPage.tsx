import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { apiErrorCode } from '../../api/apiError.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { useReportNotEjectedMutation } from '../../features/orders/ordersApi.ts';
import { Preparing } from '../../features/rental/Preparing.tsx';
import { rentalPath } from '../../features/rental/rentalPath.ts';
import { useToast } from '../../ui/feedback/messages.ts';

export function PreparingPage() {
  const { t } = useTranslation(['messages', 'errors']);
  const [query] = useSearchParams();
  const toast = useToast();
  const [report, { isLoading }] = useReportNotEjectedMutation();
  const orderId = query.get('orderId');
  if (orderId === null) return <Navigate to="/home" replace />;

  const reportNotOut = async () => {
    const { error } = await report(orderId);
    if (error)
      toast(
        t(($) => $.errors[apiErrorCode(error)]),
        { tone: 'problem' },
      );
  };

  return (
    <SignedInOnly>
      <OrderLoader id={orderId} heading={t(($) => $.preparing)}>
        {(order) => {
          const path = rentalPath(order);
          return path.startsWith('/home/rent/preparing') ? (
            <Preparing order={order} onReport={() => void reportNotOut()} reporting={isLoading} />
          ) : (
            // Replace this page, so that Back never leads to a payment again.
            <Navigate to={path} replace />
          );
        }}
      </OrderLoader>
    </SignedInOnly>
  );
}
