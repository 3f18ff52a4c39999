import { useTranslation } from 'react-i18next';
import type { Config } from '../../../../contract/config.ts';
import { formatDay } from '../../../lib/format/formatDay.ts';
import { DatedText } from '../../../ui/display/DatedText.tsx';
import type { BankRange } from './businessDays.ts';
import styles from './HoldTracker.module.css';

export interface BankNoteProps {
  range: BankRange;
  /** True if the amount was charged and refunded; false if the amount was only held. */
  refunded: boolean;
  refunds: Config['refunds'];
  /** The operator's phone number; empty if the operator has none. */
  supportPhone: string;
}

/** Explains when the bank shows a refund or a voided hold, and whom to call if the bank does not show it. */
export function BankNote({ range, refunded, refunds, supportPhone }: BankNoteProps) {
  const { t } = useTranslation('orders');
  const { minimumDays: minimum, maximumDays: maximum, supportAfterDays: days } = refunds;
  const call =
    supportPhone === '' ? null : (
      <a className={styles['phone']} href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>
        {t(($) => $.tracker.call, { phone: supportPhone })}
      </a>
    );
  if (range.isLate) {
    return (
      <>
        <span>{t(($) => $.tracker.late, { days })}</span>
        {call}
      </>
    );
  }
  const expected = { from: formatDay(range.from), to: formatDay(range.to) };
  const support = { date: formatDay(range.supportAfter), days };
  return (
    <>
      <span>
        <DatedText
          text={t(($) => $.tracker.expected, expected)}
          dates={[expected.from, expected.to]}
        />
      </span>
      <span className={styles['note']}>
        {refunded
          ? t(($) => $.tracker.bankRefund, { minimum, maximum })
          : t(($) => $.tracker.bankRelease, { minimum, maximum })}
      </span>
      <span className={styles['note']}>
        {/* A sentence with a marked date consists of several elements. This element makes the
            sentence one item of the column. */}
        <span>
          <DatedText text={t(($) => $.tracker.support, support)} dates={[support.date]} />
        </span>
      </span>
      {call}
    </>
  );
}
