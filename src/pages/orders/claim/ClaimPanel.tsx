import '../../../features/claims/claimTexts.ts';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim, ClaimKind } from '../../../../contract/claims.ts';
import type { Order } from '../../../../contract/orders.ts';
import { pauseAt } from '../../../../contract/rules/pricing/pauses.ts';
import { isDefinitive } from '../../../api/idempotencyKeys.ts';
import { apiErrorCode, isApiError } from '../../../api/apiError.ts';
import { useGetConfigQuery } from '../../../api/configApi.ts';
import { useConnection } from '../../../api/connection.ts';
import { serverTime, useServerNow } from '../../../api/serverClock.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { withTexts } from '../../../lib/language/texts.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { formatDateTime } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { UnbrokenText } from '../../../ui/display/UnbrokenText.tsx';
import { SupportPhone } from '../../../ui/link/SupportPhone.tsx';
import { currentPosition } from '../../../features/stations/location/position.ts';
import { useClaimReturnMutation } from '../../../features/claims/claimsApi.ts';
import { orderPhase } from '../../../features/orders/orderPhase.ts';
import { useLazyGetOrderQuery } from '../../../features/orders/ordersApi.ts';
import styles from './claims.module.css';
import { useClaimText } from './useClaimText.ts';
import { storeClaim, useWaitingClaim } from '../../../features/orders/running/waitingClaim.ts';

/** In milliseconds. After a failed request, the app sends the claim again after this time. */
const sendAgainMs = 30_000;

/** Whether the server has decided against the claim, so that it must not be sent again. */
const isRefusal = (error: unknown) => isApiError(error) && isDefinitive(error);

/**
 * The report of a faulty charger and the evidence need the network anyway, so their code loads
 * after the code of this panel.
 */
const faulty = new LazyPart(
  async () => (await withTexts(import('./FaultyPanel.tsx'), 'evidence')).FaultyPanel,
);
const evidence = new LazyPart(
  async () => (await withTexts(import('./Evidence.tsx'), 'evidence')).Evidence,
);

/**
 * The button "I returned it", and the state of the claim. The app stores a claim with its time before it sends the
 * claim. Without a network, the claim counts from this time.
 */
export function ClaimPanel({ order }: { order: Order }) {
  const { t } = useTranslation(['claims', 'common']);
  const claimText = useClaimText(order);
  const errorText = useErrorText();
  const online = useConnection() === 'online';
  const waiting = useWaitingClaim(order.id);
  const [claimReturn, { error, isLoading, reset }] = useClaimReturnMutation();
  const open = order.claim?.endedAt === null ? order.claim : null;
  const faultyPanel = useLazyPart(faulty);
  const isPaused = pauseAt(order.pauses, useServerNow(10_000)) !== null;

  const [fetchOrder, { isFetching }] = useLazyGetOrderQuery();
  const isSending = isLoading || isFetching;
  const isRefused = isRefusal(error);

  const send = async () => {
    if (waiting === null) return;
    // Do not send a refused claim again. Only load the order.
    const answer = isRefused ? null : await claimReturn(waiting);
    if (answer?.error !== undefined && !isRefusal(answer.error)) return;
    const now = answer?.data ?? (await fetchOrder(waiting.orderId)).data;
    // If the rental has ended, the stored claim stays until the rider has read that it was not needed or came too late.
    if (now !== undefined && orderPhase(now) === 'out') storeClaim(null);
  };
  const sendNow = useEffectEvent(() => void send());
  const isSendable = waiting !== null && online;
  useEffect(() => {
    if (isSendable) sendNow();
  }, [isSendable]);
  // For a short time, for example during a restart, the server may answer with an error. Then send
  // the claim again.
  const hasFailed = isSendable && !isSending && error !== undefined;
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setTimeout(sendNow, sendAgainMs);
    return () => clearTimeout(timer);
  }, [hasFailed]);

  const claim = (kind: ClaimKind) => {
    reset();
    const position = currentPosition();
    const at = new Date(serverTime(Date.now())).toISOString();
    const point = position.status === 'known' && { position: position.point };
    storeClaim({ orderId: order.id, body: { kind, at, ...point } });
  };

  if (open !== null) return <OpenClaim order={order} claim={open} />;
  if (waiting !== null && !isSending) {
    const time = formatDateTime(waiting.body.at);
    return (
      <Banner tone="info">
        <h2>{t(($) => $.waitingHeading)}</h2>
        <p role="status">
          {isRefused
            ? errorText(error)
            : hasFailed
              ? t(($) => $.waitingFailed, { time })
              : t(($) => $.waitingText, { time })}
        </p>
        {hasFailed ? (
          <>
            {isRefused ? null : <p>{errorText(error)}</p>}
            <Button variant="quiet" onClick={() => void send()}>
              {isRefused ? t(($) => $.common.tryAgain) : t(($) => $.sendAgain)}
            </Button>
          </>
        ) : null}
      </Banner>
    );
  }
  const busy = isSending || waiting !== null;
  const failed = error !== undefined && apiErrorCode(error) !== 'network';
  const faultyPart = faultyPanel.status === 'ready' ? <faultyPanel.Part order={order} /> : null;
  // After the report of a faulty charger, the rental is free. Show this above the buttons for a
  // claim.
  const isFree = order.faulty !== undefined;
  const wasRefused = order.claim?.state === 'refused';
  return (
    <section className={styles['panel']}>
      {isFree ? faultyPart : null}
      {order.claim && wasRefused ? <Refused claim={order.claim} /> : null}
      {isFree || wasRefused || isPaused ? null : (
        <p className={styles['explain']}>{t(($) => $.explain)}</p>
      )}
      <Button variant="quiet" busy={busy} onClick={() => claim('returned')}>
        {busy ? t(($) => $.sending) : claimText}
      </Button>
      <Button variant="text" busy={busy} onClick={() => claim('cannotReturn')}>
        {t(($) => $.cannotReturn)}
      </Button>
      {failed ? (
        <Banner tone="danger">
          <p role="alert">{errorText(error)}</p>
        </Banner>
      ) : null}
      {isFree ? null : faultyPart}
    </section>
  );
}

function Refused({ claim }: { claim: Claim }) {
  const { t } = useTranslation('claims');
  // Only a rider with the claim `returned` expects the charger in the station, so all other claims have other texts.
  const isReturned = claim.kind === 'returned';
  return (
    <Banner tone="due">
      <h2>{isReturned ? t(($) => $.refusedHeading) : t(($) => $.refusedOtherHeading)}</h2>
      <p role="status">{t(($) => $.refusedText, { time: formatDateTime(claim.at) })}</p>
      <p>{isReturned ? t(($) => $.refusedNext) : t(($) => $.refusedOtherNext)}</p>
    </Banner>
  );
}

/** With the claim `notOut`, the rider can add the same evidence as with `cannotReturn`. */
function kindOf({ kind }: Claim): ClaimKind {
  return kind === 'notOut' ? 'cannotReturn' : kind;
}

function OpenClaim({ order, claim }: { order: Order; claim: Claim }) {
  const { t } = useTranslation('claims');
  const more = useLazyPart(evidence);
  const { data: config } = useGetConfigQuery();
  const { number } = claim;
  const time = formatDateTime(claim.at);
  const until = formatDateTime(claim.checkedUntil);
  const isChecking = claim.state === 'checking';
  return (
    <section className={styles['panel']}>
      <Banner tone="info">
        <h2>{isChecking ? t(($) => $.checkingHeading) : t(($) => $.supportHeading)}</h2>
        <p role="status">
          {isChecking ? (
            t(($) => $.checkingText, { time, until })
          ) : (
            <UnbrokenText text={t(($) => $.supportText, { time, number })} number={number} />
          )}
        </p>
        {isChecking ? null : <p>{t(($) => $.supportNext)}</p>}
      </Banner>
      {more.status === 'ready' ? <more.Part order={order} kind={kindOf(claim)} /> : null}
      {isChecking ? null : <SupportPhone phone={config?.brand.supportPhone ?? null} />}
    </section>
  );
}
