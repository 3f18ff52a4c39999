import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { apiErrorCode } from '../../api/apiError.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { Tip } from '../../features/onboarding/Tip.tsx';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { useReportNotEjectedMutation } from '../../features/orders/ordersApi.ts';
import { rentalPath } from '../../features/rental/rentalPath.ts';
import { TakeCharger } from '../../features/rental/TakeCharger.tsx';
import { useFetchEarly } from '../../lib/loading/useFetchEarly.ts';
import { moveSlot } from '../../lib/page/moveSlot.ts';
import { GuestReceipt } from '../orders/GuestReceipt.tsx';
import { useToast } from '../../ui/feedback/messages.ts';

const nextPage = () => import('../home/RiderHome.tsx');

export function RentSuccessPage() {
  const { t } = useTranslation(['rental', 'errors', 'tips']);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const toast = useToast();
  const { data: config } = useGetConfigQuery();
  const [report, { isLoading, isSuccess }] = useReportNotEjectedMutation();
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

  const leave = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    moveSlot(() => void navigate('/home', { replace: true }));
  };

  return (
    <SignedInOnly guests>
      <OrderLoader id={orderId} heading={t(($) => $.success.heading)}>
        {(order) => {
          const path = rentalPath(order);
          return path.startsWith('/home/rent/success') ? (
            <TakeCharger
              order={order}
              tip={order.slot === null ? null : <Tip step="cell">{t(($) => $.tips.cell)}</Tip>}
              receipt={<GuestReceipt />}
              supportPhone={config?.brand.supportPhone ?? null}
              onLeave={leave}
              onReport={() => void reportNotOut()}
              report={isLoading ? 'asking' : isSuccess ? 'answered' : 'none'}
            />
          ) : (
            <Navigate to={path} replace />
          );
        }}
      </OrderLoader>
    </SignedInOnly>
  );
}
