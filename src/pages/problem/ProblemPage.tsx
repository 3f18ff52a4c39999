import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { Order } from '../../../contract/orders.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { HeldRental } from '../../features/rental/HeldRental.tsx';
import { RentalProblem } from '../../features/rental/RentalProblem.tsx';
import type { ProblemKind } from '../../features/rental/RentalProblem.tsx';
import { rentalPath } from '../../features/rental/rentalPath.ts';

export interface ProblemPageProps {
  kind: ProblemKind;
  actions: (stationId: string | null, order: Order | null) => ReactNode;
  children?: (stationId: string) => ReactNode;
}

/**
 * One of the three pages for a rental that failed. `?orderId=` names the order. If the server
 * refused the rental before an order existed, `?equip_id=` names the station.
 */
export function ProblemPage({ kind, actions, children }: ProblemPageProps) {
  const { t } = useTranslation('rental');
  const [query] = useSearchParams();
  const { data: config } = useGetConfigQuery();
  const orderId = query.get('orderId');
  const supportPhone = config?.brand.supportPhone ?? null;

  const show = (order: Order | null) => {
    const stationId = order?.station.id ?? query.get('equip_id');
    return (
      <RentalProblem
        kind={kind}
        order={order}
        stationId={stationId}
        supportPhone={supportPhone}
        actions={actions(stationId, order)}
      >
        {stationId === null ? null : children?.(stationId)}
      </RentalProblem>
    );
  };
  if (orderId === null) return show(null);
  const headings = {
    outOfChargers: t(($) => $.problem.outHeading),
    technicalError: t(($) => $.problem.technicalHeading),
    paymentError: t(($) => $.problem.paymentHeading),
  };
  return (
    <SignedInOnly guests>
      <OrderLoader id={orderId} heading={headings[kind]}>
        {(order) => {
          const path = rentalPath(order);
          // The link is outdated: the order has continued, or has failed for another reason.
          if (!path.startsWith(`/home/rent/${kind}?`)) return <Navigate to={path} replace />;
          const { heldUntil } = order;
          if (heldUntil === undefined) return show(order);
          return <HeldRental order={order} heldUntil={heldUntil} supportPhone={supportPhone} />;
        }}
      </OrderLoader>
    </SignedInOnly>
  );
}
