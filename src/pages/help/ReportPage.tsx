import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '../../../contract/orders.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { Report } from '../../../contract/support.ts';
import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { selectUserDetail } from '../../features/auth/clientUserSlice.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { helpWords } from '../../features/help/helpWords.ts';
import { canDispute } from '../../features/orders/receipt/canDispute.ts';
import { OrderLoader } from '../../features/orders/OrderLoader.tsx';
import { useCurrentOrder } from '../../features/orders/running/useCurrentOrder.ts';
import { ReportForm } from '../../features/support/ReportForm.tsx';
import { ReportSent } from '../../features/support/ReportSent.tsx';
import { ownTexts, withTexts } from '../../lib/language/texts.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import type { ReportScanProps } from './ReportScan.tsx';

ownTexts('help', helpWords);

/** The scanner loads late, because most riders only describe the problem and scan nothing. */
const reportScan = new LazyPart(
  async () => (await withTexts(import('./ReportScan.tsx'), 'evidence')).ReportScan,
);

function LazyScan(props: ReportScanProps) {
  const part = useLazyPart(reportScan);
  return part.status === 'ready' ? <part.Part {...props} /> : null;
}

/**
 * The page to report a problem. `?orderId=` may name the order, and `?stationId=` may name the
 * station.
 */
export function ReportPage() {
  const { t } = useTranslation('titles');
  const [query] = useSearchParams();
  const orderId = query.get('orderId');
  const stationId = parseStationId(query.get('stationId') ?? '');
  return (
    <SignedInOnly guests>
      {orderId === null ? (
        <AboutCurrent stationId={stationId} />
      ) : (
        <OrderLoader id={orderId} heading={t(($) => $.orderProblem)}>
          {(order) => <Form order={order} stationId={stationId} />}
        </OrderLoader>
      )}
    </SignedInOnly>
  );
}

/** The form for an address without an order. The problem is then probably about the order that home shows. */
function AboutCurrent({ stationId }: { stationId: string | null }) {
  const current = useCurrentOrder(true);
  return <Form order={current.status === 'order' ? current.order : null} stationId={stationId} />;
}

function Form({ order, stationId }: { order: Order | null; stationId: string | null }) {
  const { t } = useTranslation('titles');
  const userDetail = useSelector(selectUserDetail);
  // On the first page of a visit, the rider may still be unknown. When the rider is known, show the
  // draft of that rider.
  const { data, isLoading } = useGetMeQuery(undefined, { skip: userDetail !== null });
  const me = userDetail ?? data;
  const [sent, keep] = useState<Report | null>(null);
  if (sent !== null) return <ReportSent report={sent} />;
  if (isLoading) {
    return (
      <Screen heading={t(($) => $.orderProblem)}>
        <Skeleton lines={6} />
      </Screen>
    );
  }
  return (
    <ReportForm
      owner={me?.id ?? ''}
      order={order}
      stationId={stationId}
      disputePath={
        order !== null && canDispute(order) ? `/history/detail/problem?orderId=${order.id}` : null
      }
      scan={(onFound) => <LazyScan onFound={onFound} />}
      onSent={keep}
    />
  );
}
