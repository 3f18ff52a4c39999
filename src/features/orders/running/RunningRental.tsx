import { Fragment, useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money as Amount } from '../../../../contract/money.ts';
import type { Order } from '../../../../contract/orders.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { countedUntil, pauseAt, readPauses } from '../../../../contract/rules/pricing/pauses.ts';
import type { RunningCost } from '../../../../contract/rules/pricing/runningCost.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { formatElapsed, formatTime } from '../../../lib/format/time.ts';
import { formatTimeOrDate } from '../../../lib/format/timeOrDate.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { DatedText } from '../../../ui/display/DatedText.tsx';
import { DateTime } from '../../../ui/display/DateTime.tsx';
import { HelpLink } from '../../../ui/link/HelpLink.tsx';
import { useAnnounce } from '../../../ui/feedback/messages.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { SlotIcon } from '../../../ui/display/SlotIcon.tsx';
import { Tag, type TagProps } from '../../../ui/display/Tag.tsx';
import { runningCostOf, timeLeft } from './runningCost.ts';
import { useStoppedAt } from './waitingClaim.ts';
import styles from './RunningRental.module.css';
import { useOrderTexts } from '../useOrderTexts.ts';

const hour = 3600_000;

export interface RunningRentalProps {
  order: Order;
  stale: boolean;
  menu: ReactNode;
  bell: ReactNode;
  /** The way to the nearest free slot. It is beside the time and the cost, or directly below them. */
  radar: ReactNode;
  returnPlaces: ReactNode;
  findReturnSlot: ReactNode;
  /**
   * The offer of a receipt by text message, for a rider whose phone may run out of power before the return.
   */
  receipt: ReactNode;
  /** Tips for new riders: one tip about the time, and one tip about where to return the charger. */
  tips: { time: ReactNode; place: ReactNode };
  /** The button "I returned it", and what follows it. */
  claim: ReactNode;
}

/** Home while the rider has the charger: time, cost, and stations for the return. */
export function RunningRental({
  order,
  stale,
  menu,
  bell,
  radar,
  returnPlaces,
  findReturnSlot,
  receipt,
  tips,
  claim,
}: RunningRentalProps) {
  const { t } = useTranslation(['orders', 'messages']);
  const texts = useOrderTexts();
  const now = useServerNow(1000);
  const { tariff } = order;
  const startedAt = Date.parse(order.startedAt ?? order.createdAt);
  // A claim stops the clock at once, even before the server has received the claim.
  const stoppedAt = useStoppedAt(order);
  const pauses = readPauses(order.pauses);
  const counted = countedUntil(startedAt, stoppedAt ?? now, pauses);
  const elapsed = Math.max(0, counted - startedAt);
  const clock = formatElapsed(elapsed);
  const since = formatTimeOrDate(startedAt, now);
  // Without an answer of the server, the app does not know whether the charger is back. Therefore the
  // displayed cost does not increase while the server does not answer.
  const cost = runningCostOf(order, stale ? Date.parse(order.now) : now, stoppedAt);
  const isStill = stale || stoppedAt !== null;
  const overdue = order.state === 'overdue';
  const isLate = overdue && stoppedAt === null;
  const isFree = order.faulty !== undefined;
  // The part about the claim is at the top if the clock has stopped, if a claim was refused, or if
  // the rental is free. In a free rental, this part tells the rider what to do with the faulty
  // charger.
  const isNoticeFirst = isFree || stoppedAt !== null || order.claim?.state === 'refused';
  const [tone, status] = useStatus(order, {
    isStopped: stoppedAt !== null,
    isPaused: pauseAt(order.pauses, now) !== null,
  });
  useSpokenTime(status, Math.floor(elapsed / hour), elapsed);

  // The parts have keys, so that the claim keeps its state and the focus if it moves to the top.
  const way = (
    <Fragment key="way">
      {radar}
      {tips.time}
    </Fragment>
  );
  const price = (
    <Fragment key="price">
      {isLate ? <Overdue order={order} startedAt={startedAt} /> : null}
      {isFree || isStill ? null : <Prices order={order} cost={cost} now={now} />}
    </Fragment>
  );
  const returned = <Fragment key="claim">{claim}</Fragment>;

  return (
    <Screen
      heading={t(($) => $.home.heading)}
      headingHidden
      start={menu}
      end={bell}
      footer={findReturnSlot}
      inColumns
    >
      <section className={styles['rental']}>
        <SlotIcon
          fill={timeLeft(tariff, startedAt, countedUntil(startedAt, now, pauses))}
          size="large"
          travels
        />
        <div className={styles['facts']}>
          <Tag tone={tone}>{status}</Tag>
          <p
            role="timer"
            aria-live="off"
            aria-label={t(($) => $.home.elapsed)}
            className={styles['clock']}
          >
            <span aria-hidden="true">
              {clock.minutes}
              <small>{clock.seconds}</small>
            </span>
            <span className="visually-hidden">{texts.duration(elapsed)}</span>
          </p>
          <p className={styles['since']}>
            <DatedText text={t(($) => $.home.since, { time: since })} dates={[since]} />
          </p>
          <p className={styles['cost']}>
            <span>{t(($) => $.home.soFar)}</span> <Money value={cost.soFar} size="large" />
          </p>
        </div>
      </section>

      <div className={styles['rest']}>
        {stale ? (
          <Banner tone="info">
            <p>{t(($) => $.home.offline)}</p>
            <p>
              <DatedText
                text={t(($) => $.home.updated, { time: formatTime(order.now) })}
                dates={[formatTime(order.now)]}
              />
            </p>
          </Banner>
        ) : null}
        {isNoticeFirst ? [returned, way, price] : [way, price, returned]}

        <section className={styles['return']}>
          <h2>{t(($) => $.home.returnHeading)}</h2>
          {tips.place}
          {returnPlaces}
        </section>
        {stale ? null : receipt}
        <div className={styles['limits']}>
          {isFree ? null : (
            <p>
              {t(($) => $.home.cap, {
                rate: texts.rate(tariff),
                amount: formatMoney({ amount: tariff.cap, currency: tariff.currency }),
                duration: texts.hours(tariff.capMinutes),
              })}
            </p>
          )}
          {overdue ? null : <Limits order={order} />}
        </div>
        <div className={styles['question']}>
          <p>{t(($) => $.receipt.ongoingQuestion)}</p>
          <HelpLink about="ongoingAfterReturn" orderId={order.id} />
        </div>
      </div>
    </Screen>
  );
}

interface PricesProps {
  order: Order;
  cost: RunningCost;
  now: number;
}

/** What the rider pays, depending on the time of the return. */
function Prices({ order, cost: { soFar, next, freeUntil }, now }: PricesProps) {
  const { t } = useTranslation('orders');
  if (next === null) return null;
  const row = (at: number, text: (time: string) => string, value: Amount) => {
    const time = formatTimeOrDate(at, now);
    return (
      <div>
        <dt>
          <DatedText text={text(time)} dates={[time]} />
        </dt>
        <dd>{value.amount === 0 ? t(($) => $.home.free) : formatMoney(value)}</dd>
      </div>
    );
  };
  const station = order.station.name;
  return (
    <div>
      <dl className={styles['prices']}>
        {freeUntil === null
          ? null
          : row(freeUntil, (time) => t(($) => $.home.returnTo, { time, station }), {
              ...soFar,
              amount: 0,
            })}
        {row(next.at, (time) => t(($) => $.home.returnBy, { time }), soFar)}
        <div>
          <dt>{t(($) => $.home.later)}</dt>
          <dd>{t(($) => $.home.fromAmount, { amount: formatMoney(next.total) })}</dd>
        </div>
      </dl>
      {order.coupon === null ? null : (
        <p className={styles['coupon']}>{t(($) => $.home.withCoupon)}</p>
      )}
    </div>
  );
}

/** Returns the amount of the last hold with the deposit, even after its capture, or null if there was no such hold. */
function holdWithDeposit({ payments }: Order): Amount | null {
  return payments.findLast(({ purpose }) => purpose === 'deposit')?.authorized ?? null;
}

/**
 * Explains when the charger counts as lost, so that the rider returns it earlier, and that the hold, if there was one,
 * was captured.
 */
function Overdue({ order, startedAt }: { order: Order; startedAt: number }) {
  const { tariff } = order;
  const { t } = useTranslation('orders');
  const texts = useOrderTexts();
  const hold = holdWithDeposit(order);
  // Pauses and ended claims have postponed the loss.
  const lostAt = startedAt + tariff.lostMinutes * 60_000 + (order.movedSeconds ?? 0) * 1000;
  return (
    <p className={styles['overdue']}>
      {hold === null
        ? t(($) => $.home.returnBefore)
        : t(($) => $.home.overdueLine, {
            held: formatMoney(hold),
            duration: texts.hours(tariff.depositCaptureMinutes),
          })}{' '}
      <DateTime value={new Date(lostAt).toISOString()} />
    </p>
  );
}

/**
 * Explains when the charger counts as lost and, if a deposit was held, when the deposit is
 * captured.
 */
function Limits({ order }: { order: Order }) {
  const { tariff } = order;
  const { t } = useTranslation('orders');
  const texts = useOrderTexts();
  const lostTotal = { amount: tariff.lostTotal, currency: tariff.currency };
  const loss = { lostAfter: texts.hours(tariff.lostMinutes), lostTotal: formatMoney(lostTotal) };
  const hold = holdWithDeposit(order);
  return (
    <p>
      {hold === null
        ? t(($) => $.home.lostLine, loss)
        : t(($) => $.home.depositLine, {
            ...loss,
            depositAfter: texts.hours(tariff.depositCaptureMinutes),
            held: formatMoney(hold),
          })}
    </p>
  );
}

type Status = readonly [tone: TagProps['tone'], text: string];

/** The state of the rental as a short text. The text also shows whether a claim or a pause has stopped the clock. */
function useStatus(
  order: Order,
  { isStopped, isPaused }: { isStopped: boolean; isPaused: boolean },
): Status {
  const { t } = useTranslation(['orders', 'messages']);
  if (isStopped) return ['info', t(($) => $.home.checking)];
  if (order.state === 'overdue') return ['due', t(($) => $.home.overdue)];
  if (isPaused) return ['info', t(($) => $.home.paused)];
  return ['charge', t(($) => $.messages.charging)];
}

/** Announces the state at first and after a change, and the elapsed time each hour. Does not announce the clock. */
function useSpokenTime(status: string, hours: number, elapsed: number): void {
  const { t } = useTranslation('orders');
  const texts = useOrderTexts();
  const announce = useAnnounce();
  const duration = texts.duration(hours === 0 ? elapsed : hours * hour);
  const spoken = hours === 0 ? status : `${status} ${t(($) => $.home.startedSpoken, { duration })}`;

  useEffect(() => {
    announce(spoken);
  }, [announce, spoken]);
}
