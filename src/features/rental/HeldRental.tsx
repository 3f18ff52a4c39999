import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import type { Order } from '../../../contract/orders.ts';
import { formatDateTime } from '../../lib/format/time.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';
import { HelpLink } from '../../ui/link/HelpLink.tsx';
import { SupportPhone } from '../../ui/link/SupportPhone.tsx';
import styles from './RentalProblem.module.css';

export interface HeldRentalProps {
  order: Order;
  /** The latest time at which the hold is released. */
  heldUntil: string;
  supportPhone: string | null;
}

/** Explains why the hold stays: the server does not know yet whether the charger came out. */
export function HeldRental({ order, heldUntil, supportPhone }: HeldRentalProps) {
  const { t } = useTranslation(['rental', 'common']);
  const time = formatDateTime(heldUntil);
  const held = order.payments
    .filter(({ state }) => state === 'authorized')
    .reduce((sum, { authorized }) => sum + authorized.amount, 0);
  const amount = formatMoney({ ...order.paid, amount: held });
  return (
    <ResultScreen
      tone="problem"
      heading={t(($) => $.problem.heldHeading)}
      actions={
        <ButtonLink to="/home" variant="action" replace>
          {t(($) => $.common.backToHome)}
        </ButtonLink>
      }
      help={
        <>
          <HelpLink about="technicalError" orderId={order.id} stationId={order.station.id} />
          <SupportPhone phone={supportPhone} />
        </>
      }
    >
      <div className={styles['outcome']}>
        <p>{t(($) => $.problem.heldWhy, { station: order.station.name })}</p>
        <p>
          <strong>
            {held > 0
              ? t(($) => $.problem.heldMoney, { amount, time })
              : t(($) => $.problem.heldNoMoney, { time })}
          </strong>
        </p>
        <p>{t(($) => $.problem.heldNext)}</p>
        <p className={styles['number']}>{t(($) => $.problem.order, { number: order.number })}</p>
      </div>
    </ResultScreen>
  );
}
