import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPayment, PaymentStep } from '../../../../contract/payment.ts';
import { useGetConfigQuery } from '../../../api/configApi.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { DateTime } from '../../../ui/display/DateTime.tsx';
import { BankNote } from './BankNote.tsx';
import styles from './HoldTracker.module.css';
import { trackPayment, type NextStep } from './trackPayment.ts';
import { useOrderTexts } from '../useOrderTexts.ts';

/** The numbers of days that are used until the operator's configuration has loaded. */
const usualRefunds = { minimumDays: 1, maximumDays: 10, supportAfterDays: 15 };

export interface HoldTrackerProps {
  payment: OrderPayment;
  /** The level of the heading, which depends on the headings above it on the page. */
  level: 3 | 4;
}

/**
 * Shows the steps of one payment, from the first hold to the last refund, and what the bank will do
 * next.
 */
export function HoldTracker({ payment, level }: HoldTrackerProps) {
  const { t } = useTranslation('orders');
  const texts = useOrderTexts();
  const { data: config } = useGetConfigQuery();
  const now = useServerNow(60_000);
  const { steps, next } = trackPayment(payment, config?.refunds ?? usualRefunds, now);
  const Heading = level === 3 ? 'h3' : 'h4';
  const goCash = payment.method.kind === 'goCash';
  const method = texts.method(payment.method);

  return (
    <div className={styles['card']}>
      <div className={styles['head']}>
        <Heading>{purposeLabel(payment)}</Heading>
        <span className={styles['method']}>{method}</span>
      </div>
      <ol className={styles['steps']}>
        {steps.map((step, index) => (
          <Entry key={`${step.step}-${index}`} look={step.failedAt ? 'declined' : step.step}>
            <span className={styles['what']}>{stepLabel(step)}</span>
            <span className={styles['when']}>
              <DateTime value={step.failedAt ?? step.at} />
            </span>
          </Entry>
        ))}
        {next === null ? null : <Entry look="next">{nextWords(next)}</Entry>}
      </ol>
    </div>
  );

  function nextWords(after: NonNullable<NextStep>): ReactNode {
    switch (after.kind) {
      case 'asking':
        return t(($) => $.tracker.asking);
      case 'charging':
        return t(($) => $.tracker.charging);
      case 'releasing':
        return t(($) => $.tracker.releasing);
      case 'refunding':
        return t(($) => $.tracker.refunding);
      case 'held':
        return goCash ? t(($) => $.tracker.setAside) : t(($) => $.tracker.held);
      case 'goCash':
        return t(($) => $.tracker.goCashBack);
      case 'bank':
        return (
          <BankNote
            range={after.range}
            refunded={after.refunded}
            refunds={config?.refunds ?? usualRefunds}
            supportPhone={config?.brand.supportPhone ?? ''}
          />
        );
    }
  }

  function purposeLabel({ purpose, includesUnlockFee = false }: OrderPayment): string {
    if (includesUnlockFee) return t(($) => $.tracker.rental);
    switch (purpose) {
      case 'unlockFee':
        return t(($) => $.receipt.unlockFee);
      case 'deposit':
        return t(($) => $.tracker.deposit);
      case 'usage':
        return t(($) => $.receipt.usage);
      case 'overdue':
        return t(($) => $.receipt.overdueFee);
      case 'topUp':
        return t(($) => $.tracker.topUp);
    }
  }

  function stepLabel({ step, amount: money, failedAt }: PaymentStep): string {
    const amount = formatMoney(money);
    switch (step) {
      case 'placed':
        return goCash
          ? t(($) => $.tracker.placedGoCash, { amount })
          : t(($) => $.tracker.placed, { amount });
      case 'captured':
        return goCash
          ? t(($) => $.tracker.capturedGoCash, { amount })
          : t(($) => $.tracker.captured, { amount });
      case 'released':
        return t(($) => $.tracker.released, { amount });
      case 'refunded':
        return failedAt
          ? t(($) => $.tracker.refundFailed, { amount })
          : t(($) => $.tracker.refunded, { amount });
      case 'declined':
        return t(($) => $.tracker.declined, { amount });
    }
  }
}

function Entry({ look, children }: { look: PaymentStep['step'] | 'next'; children: ReactNode }) {
  return (
    <li className={`${styles['step']} ${styles[look]}`}>
      <div className={styles['words']}>{children}</div>
    </li>
  );
}
