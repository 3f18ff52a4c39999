import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { apiErrorCode } from '../../api/apiError.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { useReportNotEjectedMutation } from '../../features/orders/ordersApi.ts';
import { Preparing } from '../../features/rental/Preparing.tsx';
import { rentalPath } from '../../features/rental/rentalPath.ts';
import { useFetchEarly } from '../../lib/loading/useFetchEarly.ts';
import { moveSlot } from '../../lib/page/moveSlot.ts';
import { useToast } from '../../ui/feedback/messages.ts';

const nextPage = () => import('./RentSuccessPage.tsx');

export function PreparingPage() {
  const { t } = useTranslation(['messages', 'errors']);
  const [query] = useSearchParams();
  const toast = useToast();
  const [report, { isLoading }] = useReportNotEjectedMutation();
  useFetchEarly(nextPage);
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
    <SignedInOnly guests>
      <OrderLoader id={orderId} heading={t(($) => $.preparing)}>
        {(order) => {
          const path = rentalPath(order);
          const isDone = !path.startsWith('/home/rent/preparing');
          return (
            <>
              <Preparing order={order} onReport={() => void reportNotOut()} reporting={isLoading} />
              {isDone ? <MoveTo path={path} /> : null}
            </>
          );
        }}
      </OrderLoader>
    </SignedInOnly>
  );
}

/**
 * Opens the next page. The drawn slot moves to its position there. The next page replaces this
 * page, so that Back never leads to a payment again.
 */
function MoveTo({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => moveSlot(() => void navigate(path, { replace: true })), [navigate, path]);
  return null;
}
