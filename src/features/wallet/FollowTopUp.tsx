import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { loadingMs } from '../../../contract/rules/app/waits.ts';
import type { TopUp } from '../../../contract/wallet.ts';
import { deviceTime } from '../../api/serverClock.ts';
import { useNowUntil } from '../../lib/format/useNowUntil.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { useOngoingWork } from '../../lib/page/ongoingWork.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';
import { successStep } from './topUpPaths.ts';
import { TopUpLoader } from './TopUpLoader.tsx';
import styles from './wallet.module.css';

/** Milliseconds after which the page explains that the payment is still being checked. */
const quietForMs = loadingMs;
/** In milliseconds. Before this time, the page shows no link to the payment page, unless the state is `unknown`. */
const slowAfterMs = 20_000;

export interface FollowTopUpProps {
  id: string;
  /** Shows the page where the cardholder confirms the payment. */
  authentication: (url: string) => ReactNode;
  onChangeMethod: (topUp: TopUp) => void;
}

/** Follows a top-up from the press on Pay to the end of the payment, even after a reload. */
export function FollowTopUp({ id, authentication, onChangeMethod }: FollowTopUpProps) {
  const { t } = useTranslation(['wallet', 'messages', 'errors']);
  const { state }: { state: unknown } = useLocation();
  return (
    <TopUpLoader id={id} heading={t(($) => $.messages.paying)}>
      {(topUp) => {
        if (topUp.state === 'credited') {
          return <Navigate to={successStep(id)} replace state={state} />;
        }
        if (topUp.state !== 'declined') {
          return (
            <Paying topUp={topUp}>
              {topUp.state === 'actionRequired' && topUp.action
                ? authentication(topUp.action.url)
                : null}
            </Paying>
          );
        }
        return (
          <ResultScreen
            tone="problem"
            heading={t(($) => $.follow.declined)}
            alert={t(($) => $.errors[topUp.failure ?? 'paymentDeclined'])}
            actions={
              <>
                <Button variant="action" onClick={() => onChangeMethod(topUp)}>
                  {t(($) => $.messages.changePaymentMethod)}
                </Button>
                <ToPayment />
              </>
            }
          >
            <p>{t(($) => $.follow.notCharged)}</p>
            <p className={styles['number']}>
              {t(($) => $.follow.number, { number: topUp.number })}
            </p>
          </ResultScreen>
        );
      }}
    </TopUpLoader>
  );
}

function Paying({ topUp, children }: { topUp: TopUp; children: ReactNode }) {
  const { t } = useTranslation(['wallet', 'messages']);
  const announce = useAnnounce();
  useOngoingWork('money', true);
  const begun = deviceTime(Date.parse(topUp.createdAt));
  const elapsed = useNowUntil(begun + Math.max(quietForMs, slowAfterMs), 1000) - begun;
  // During the authentication, the app waits for the cardholder, so a missing answer of the provider is not
  // late.
  const late = topUp.state === 'unknown' || (topUp.state === 'requested' && elapsed >= quietForMs);
  const text = t(($) => $.follow.checking);

  useEffect(() => {
    if (late) announce(text);
  }, [late, announce, text]);

  return (
    <ResultScreen
      tone="progress"
      heading={t(($) => $.messages.paying)}
      actions={elapsed >= slowAfterMs || topUp.state === 'unknown' ? <ToPayment /> : null}
    >
      <p className={styles['sum']}>{formatMoney(topUp.amount)}</p>
      {late ? (
        <>
          <p>{text}</p>
          <p className={styles['terms']}>{t(($) => $.follow.leave)}</p>
        </>
      ) : null}
      {children}
    </ResultScreen>
  );
}

function ToPayment() {
  const { t } = useTranslation('wallet');
  return (
    <ButtonLink to="/payment" variant="quiet" replace>
      {t(($) => $.follow.toPayment)}
    </ButtonLink>
  );
}
