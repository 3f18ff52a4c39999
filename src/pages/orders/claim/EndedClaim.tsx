import '../../../features/claims/claimTexts.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { isApiError } from '../../../api/apiError.ts';
import { isDefinitive } from '../../../api/idempotencyKeys.ts';
import { orderPhase } from '../../../features/orders/orderPhase.ts';
import { useGetOrderQuery } from '../../../features/orders/ordersApi.ts';
import { canDispute } from '../../../features/orders/receipt/canDispute.ts';
import { storeClaim, type WaitingClaim } from '../../../features/orders/running/waitingClaim.ts';
import { formatDateTime } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { ClaimPanel } from './ClaimPanel.tsx';
import styles from './claims.module.css';

export interface EndedClaimProps {
  claim: WaitingClaim;
  /** The order of the claim, if home shows this order; null in all other cases. */
  current: Order | null;
}

/**
 * A claim that the server had not answered when home stopped showing the rental as running. If home does not show the
 * order, the app asks the server for it. If the rental still runs, the app sends the claim. Otherwise the app explains
 * why the claim was not needed, or that the claim came too late.
 */
export function EndedClaim({ claim, current }: EndedClaimProps) {
  const { currentData, error } = useGetOrderQuery(claim.orderId, {
    skip: current !== null,
    refetchOnMountOrArgChange: true,
  });
  // The server has no such order for this rider, for example because another account is used on this device.
  const isGone = isApiError(error) && isDefinitive(error);
  const order = current ?? currentData;
  const isDone = isGone || (order !== undefined && hasClaim(order, claim));
  useEffect(() => {
    if (isDone) storeClaim(null);
  }, [isDone]);

  if (order === undefined || isDone) return null;
  switch (orderPhase(order)) {
    case 'preparing':
      return null;
    case 'out':
      return <ClaimPanel order={order} />;
    case 'billing':
    case 'unpaid':
    case 'paying':
    case 'complete':
    case 'failed':
      return <Outcome order={order} time={formatDateTime(claim.body.at)} />;
  }
}

/**
 * Whether the server already has this claim, and only its answer was lost. The claim in the order
 * may have another time than this claim, because the server may have limited the time. If the claim
 * in the order ended before the rider made this claim, it is an earlier claim.
 */
function hasClaim({ claim }: Order, { body }: WaitingClaim): boolean {
  if (!claim) return false;
  return claim.endedAt === null || Date.parse(claim.endedAt) >= Date.parse(body.at);
}

/** @param time the time at which the rider made the claim, as text. */
function Outcome({ order, time }: { order: Order; time: string }) {
  const { t } = useTranslation(['claims', 'common', 'orders', 'titles']);
  const { id, returnedAt } = order;
  const dismiss = (
    <Button variant="text" onClick={() => storeClaim(null)}>
      {t(($) => $.common.dismiss)}
    </Button>
  );
  if (orderPhase(order) === 'failed') {
    return (
      <Banner tone="info">
        <h2>{t(($) => $.endedHeading)}</h2>
        <p role="status">{t(($) => $.endedFree, { time })}</p>
        {dismiss}
      </Banner>
    );
  }
  const isLate = returnedAt === null;
  return (
    <Banner tone={isLate ? 'due' : 'info'}>
      <h2>{isLate ? t(($) => $.lateHeading) : t(($) => $.endedHeading)}</h2>
      <p role="status">
        {isLate
          ? t(($) => $.lateText, { time })
          : t(($) => $.endedText, { time, returned: formatDateTime(returnedAt) })}
      </p>
      <p>{isLate ? t(($) => $.lateNext) : t(($) => $.endedNext)}</p>
      <div className={styles['next']}>
        {canDispute(order) ? (
          <ButtonLink to={`/history/detail/problem?orderId=${id}`} variant="quiet">
            {t(($) => $.orders.dispute.entry)}
          </ButtonLink>
        ) : (
          <ButtonLink to={`/help/report?orderId=${id}`} variant="quiet">
            {t(($) => $.titles.orderProblem)}
          </ButtonLink>
        )}
        {dismiss}
      </div>
    </Banner>
  );
}
