import { useEffect, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { chargerWaitSeconds } from '../../../contract/rules/app/waits.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { useNowUntil } from '../../lib/format/useNowUntil.ts';
import { vibrate } from '../../lib/device/vibrate.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { Disclosure } from '../../ui/dialog/Disclosure.tsx';
import { HelpLink } from '../../ui/link/HelpLink.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';
import { useSlotPlace } from '../../ui/display/useSlotPlace.ts';
import { SupportPhone } from '../../ui/link/SupportPhone.tsx';
import { SlotNumber } from './SlotNumber.tsx';
import styles from './TakeCharger.module.css';
import { WaitTimer } from './WaitTimer.tsx';

const waitMs = chargerWaitSeconds * 1000;

export interface TakeChargerProps {
  order: Order;
  /** The tip for new riders about the slot number. */
  tip: ReactNode;
  /** The link with which a guest can add a phone number. */
  receipt: ReactNode;
  supportPhone: string | null;
  /** Called by the link to home. */
  onLeave: (event: MouseEvent) => void;
  onReport: () => void;
  report: 'none' | 'asking' | 'answered';
}

export function TakeCharger({
  order,
  tip,
  supportPhone,
  onLeave,
  receipt,
  onReport,
  report,
}: TakeChargerProps) {
  const { t, i18n } = useTranslation('rental');
  const announce = useAnnounce();
  const { slot } = order;
  const place = useSlotPlace(order.station, slot);

  useEffect(() => vibrate(), []);
  useEffect(() => {
    if (slot === null) announce(t(($) => $.success.announceNoSlot));
    else if (place === null) announce(t(($) => $.success.announce, { slot }));
    else announce(t(($) => $.success.announcePlace, { slot, place }));
  }, [announce, slot, place, t]);

  return (
    <ResultScreen
      tone="success"
      heading={t(($) => $.success.heading)}
      {...(slot !== null && { icon: <SlotNumber slot={slot} cabinet={order.station} /> })}
      actions={
        <ButtonLink to="/home" replace variant="action" onClick={onLeave}>
          {t(($) => $.success.gotIt)}
        </ButtonLink>
      }
    >
      <p className={styles['pull']}>
        {slot === null ? t(($) => $.success.pullNoSlot) : t(($) => $.success.pull)}
      </p>
      {tip}
      {receipt}
      <Disclosure summary={t(($) => $.success.notOut)}>
        <div className={styles['help']}>
          <WaitTimer
            until={Date.parse(order.startedAt ?? order.createdAt) + waitMs}
            waiting={(timer) => (
              <>
                <p>
                  {t(($) => $.success.wait, {
                    duration: formatDuration(waitMs, i18n.language),
                  })}
                </p>
                {timer}
              </>
            )}
          >
            <Button variant="quiet" busy={report === 'asking'} onClick={onReport}>
              {report === 'asking' ? t(($) => $.success.reporting) : t(($) => $.success.report)}
            </Button>
          </WaitTimer>
          {report === 'answered' ? <ReportOutcome /> : null}
          <HelpLink about="didNotComeOut" orderId={order.id} />
          <SupportPhone phone={supportPhone} />
        </div>
      </Disclosure>
    </ResultScreen>
  );
}

/** Milliseconds within which a cabinet that is online answers. */
const answerWithinMs = 60_000;

/**
 * Confirms the report. If the cabinet finds the charger in its slot, the rental fails and another page opens.
 */
function ReportOutcome() {
  const { t } = useTranslation('rental');
  const [since] = useState(() => Date.now());
  const unanswered = useNowUntil(since + answerWithinMs, 1000) >= since + answerWithinMs;
  return (
    <p role="alert">
      {unanswered ? t(($) => $.success.reportedStillOut) : t(($) => $.success.reportedChecking)}
    </p>
  );
}
