import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { deviceTime } from '../../api/serverClock.ts';
import { useNowUntil } from '../../lib/format/useNowUntil.ts';
import { useOngoingWork } from '../../lib/page/ongoingWork.ts';
import { useWakeLock } from '../../lib/device/wakeLock.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { HelpLink } from '../../ui/link/HelpLink.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';
import { Authentication } from './Authentication.tsx';
import styles from './Preparing.module.css';
import { preparingSteps } from './preparingSteps.ts';
import type { Step } from './preparingSteps.ts';

/** In milliseconds since the creation of the order. Before this time, the page shows no link to home. */
const slowAfterMs = 20_000;
const tooSlowAfterMs = 120_000;

export interface PreparingProps {
  order: Order;
  /**
   * Sends the report "It didn't come out". The server asks the cabinet which slots contain a
   * charger.
   */
  onReport: () => void;
  reporting: boolean;
}

export function Preparing({ order, onReport, reporting }: PreparingProps) {
  const { t } = useTranslation(['rental', 'messages', 'common']);
  const announce = useAnnounce();
  const begun = deviceTime(Date.parse(order.createdAt));
  const elapsed = useNowUntil(begun + tooSlowAfterMs, 1000) - begun;
  useWakeLock(true);
  useOngoingWork('money', true);

  const steps = preparingSteps(order.state);
  const label = ({ name, state }: Step): string => {
    if (name === 'paid')
      return state === 'now' ? t(($) => $.preparing.paying) : t(($) => $.preparing.paid);
    if (name === 'take') return t(($) => $.preparing.take);
    return order.slot === null
      ? t(($) => $.preparing.opening)
      : t(($) => $.preparing.openingSlot, { slot: order.slot });
  };
  const now = steps.find(({ state }) => state === 'now');
  const spoken = now === undefined ? null : label(now);

  useEffect(() => {
    if (spoken !== null) announce(spoken);
  }, [announce, spoken]);

  return (
    <ResultScreen
      tone="progress"
      heading={t(($) => $.messages.preparing)}
      actions={
        <>
          {elapsed >= tooSlowAfterMs && order.state !== 'authorizing' ? (
            <Button variant="action" busy={reporting} onClick={onReport}>
              {reporting ? t(($) => $.success.reporting) : t(($) => $.success.notOut)}
            </Button>
          ) : null}
          {elapsed >= slowAfterMs ? (
            <ButtonLink to="/home" variant="quiet" replace>
              {t(($) => $.common.backToHome)}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <p className={styles['station']}>
        {t(($) => $.preparing.station, { name: order.station.name, id: order.station.id })}
      </p>
      <ol className={styles['steps']} aria-label={t(($) => $.preparing.steps)}>
        {steps.map((step) => (
          <li
            key={step.name}
            className={styles['step']}
            data-state={step.state}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <span className={styles['pill']} aria-hidden="true" />
            <span>
              {label(step)}
              <span className="visually-hidden">{` (${stateWord(step)})`}</span>
            </span>
          </li>
        ))}
      </ol>
      {order.state === 'ejectUnknown' ? (
        <p className={styles['note']}>{t(($) => $.preparing.checking)}</p>
      ) : elapsed < slowAfterMs ? (
        <p className={styles['note']}>{t(($) => $.preparing.keepOpen)}</p>
      ) : null}
      {elapsed >= slowAfterMs ? (
        <p className={styles['note']}>{t(($) => $.preparing.slow)}</p>
      ) : null}
      {elapsed >= tooSlowAfterMs ? <HelpLink about="preparingTooLong" orderId={order.id} /> : null}
      {order.state === 'authorizing' && order.action !== null ? (
        <Authentication key={order.action.url} url={order.action.url} />
      ) : null}
    </ResultScreen>
  );

  function stateWord({ state }: Step): string {
    switch (state) {
      case 'done':
        return t(($) => $.preparing.stepDone);
      case 'now':
        return t(($) => $.preparing.stepNow);
      case 'waiting':
        return t(($) => $.preparing.stepWaiting);
    }
  }
}
