import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money as Amount } from '../../../contract/money.ts';
import type { TopUpOffer, Wallet } from '../../../contract/wallet.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { Facts } from '../../ui/display/Facts.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { useSubmitAttempt } from '../../ui/field/useSubmitAttempt.ts';
import { amountPath, methodStep } from './topUpPaths.ts';
import styles from './wallet.module.css';

export interface ReviewStepProps {
  wallet: Wallet;
  /**
   * The selected top-up amount. It is null if none is selected, or if the operator no longer offers the
   * selected amount.
   */
  offer: TopUpOffer | null;
  /** The payment method as text; null if the rider has selected none. */
  method: string | null;
  /** The content in place of the method while the saved methods are unknown. */
  methodWait: ReactNode;
  onPay: () => void;
  busy: boolean;
  offline: boolean;
  /** The error of the last attempt, as text. */
  error: string | null;
}

/** The page before the payment: price, bonus and payment method. */
export function ReviewStep({
  wallet,
  offer,
  method,
  methodWait,
  onPay,
  busy,
  offline,
  error,
}: ReviewStepProps) {
  const { t } = useTranslation(['wallet', 'messages', 'common']);
  const reasonId = useId();
  const [tried, press] = useSubmitAttempt();
  const missing =
    offer === null
      ? t(($) => $.review.recharge)
      : method === null && methodWait === null
        ? t(($) => $.messages.paymentMethodSelect)
        : null;
  const reason = offline ? t(($) => $.common.offlineActions) : null;

  const pay = () => {
    press();
    if (offer !== null && method !== null) onPay();
  };

  return (
    <Screen
      heading={t(($) => $.review.heading)}
      lead={t(($) => $.step, { step: 3 })}
      footer={
        <>
          {reason === null ? null : (
            <p id={reasonId} className={styles['reason']}>
              {reason}
            </p>
          )}
          <Button
            variant="spark"
            busy={busy}
            disabled={offline || (method === null && methodWait !== null)}
            describedBy={reason === null ? undefined : reasonId}
            onClick={pay}
          >
            {busy
              ? t(($) => $.messages.paying)
              : offer === null
                ? t(($) => $.review.payUnknown)
                : t(($) => $.review.pay, { amount: formatMoney(offer.amount) })}
          </Button>
        </>
      }
    >
      <p role="alert" className={styles['notice']}>
        {(tried ? missing : null) ?? (busy ? null : error)}
      </p>
      <div className={styles['card']}>
        <Facts rows={rows()} />
      </div>
      <p className={styles['terms']}>
        {wallet.refundable === null
          ? t(($) => $.balance.notRefundable)
          : t(($) => $.balance.nothingToRefund)}
      </p>
      {offer === null ? (
        <ButtonLink to={amountPath} variant="quiet" replace>
          {t(($) => $.review.chooseAmount)}
        </ButtonLink>
      ) : method === null && methodWait === null ? (
        <ButtonLink to={methodStep(offer.amount.amount)} variant="quiet" replace>
          {t(($) => $.review.chooseMethod)}
        </ButtonLink>
      ) : null}
    </Screen>
  );

  function rows() {
    const none = '–';
    return [
      {
        label: t(($) => $.review.amount),
        value: offer ? <Money value={offer.amount} /> : none,
      },
      ...(offer && offer.bonus.amount > 0
        ? [{ label: t(($) => $.review.bonus), value: <Plus value={offer.bonus} /> }]
        : []),
      { label: t(($) => $.review.method), value: method ?? methodWait ?? none },
      { label: t(($) => $.review.now), value: <Money value={wallet.total} /> },
      ...(offer
        ? [
            {
              label: t(($) => $.review.after),
              value: <Money value={balanceAfter(wallet, offer)} />,
              strong: true,
            },
          ]
        : []),
    ];
  }
}

function Plus({ value }: { value: Amount }) {
  return (
    <span className={styles['in']}>
      +<Money value={value} />
    </span>
  );
}

function balanceAfter({ total }: Wallet, { amount, bonus }: TopUpOffer): Amount {
  return { amount: total.amount + amount.amount + bonus.amount, currency: total.currency };
}
