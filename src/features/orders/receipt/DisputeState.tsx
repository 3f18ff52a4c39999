import { MessageCircleWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Dispute, Order } from '../../../../contract/orders.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { isWaived } from '../../../../contract/rules/pricing/supportParts.ts';
import { formatDateTime } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { DatedText } from '../../../ui/display/DatedText.tsx';
import { RowLink } from '../../../ui/link/RowLink.tsx';
import { canDispute } from './canDispute.ts';
import { failedRefund } from './failedRefund.ts';
import styles from './OrderReceipt.module.css';

export interface DisputeStateProps {
  order: Order;
  /** The operator's phone number; empty if the operator has none. */
  supportPhone: string;
}

/**
 * The link to dispute a bill. After the rider has disputed the bill, shows the state of the
 * dispute.
 */
export function DisputeState({ order, supportPhone }: DisputeStateProps) {
  const { t } = useTranslation('orders');
  const { dispute } = order;
  if (dispute === null) {
    return canDispute(order) ? (
      <RowLink
        to={`/history/detail/problem?orderId=${order.id}`}
        icon={<MessageCircleWarning />}
        label={t(($) => $.dispute.entry)}
      />
    ) : null;
  }
  return (
    <Banner tone="info">
      <p>
        <DatedText text={answer(dispute)} dates={[dateOf(dispute)]} />
      </p>
      {dispute.state === 'rejected' && supportPhone !== '' ? (
        <a className={styles['phone']} href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>
          {t(($) => $.tracker.call, { phone: supportPhone })}
        </a>
      ) : null}
    </Banner>
  );

  function answer(answered: Dispute): string {
    const { state, refunded } = answered;
    const date = dateOf(answered);
    switch (state) {
      case 'open':
        return t(($) => $.dispute.open, { date });
      case 'refunded': {
        const failed = failedRefund(order);
        if (failed !== null) {
          return t(($) => $.dispute.refundFailed, { date, amount: formatMoney(failed) });
        }
        const amount = refunded === null ? '' : formatMoney(refunded);
        return isWaived(order)
          ? t(($) => $.dispute.waived, { date, amount })
          : t(($) => $.dispute.refunded, { date, amount });
      }
      case 'rejected':
        return t(($) => $.dispute.rejected, { date });
    }
  }
}

function dateOf({ openedAt, answeredAt }: Dispute): string {
  return formatDateTime(answeredAt ?? openedAt);
}
