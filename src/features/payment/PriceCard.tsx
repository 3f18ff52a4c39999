import { useTranslation } from 'react-i18next';
import type { Tariff } from '../../../contract/rules/pricing.ts';
import { formatMoney } from '../../lib/money.ts';
import { Money } from '../../ui/Money.tsx';
import styles from './payment.module.css';

/** The whole price before anything is paid, the worst case included. */
export function PriceCard({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation('payment');
  const { currency } = tariff;
  const money = (amount: number) => formatMoney({ amount, currency });

  const rate =
    tariff.rateMinutes === 60
      ? t(($) => $.unlock.ratePerHour, { amount: money(tariff.rate) })
      : t(($) => $.unlock.ratePerMinutes, {
          amount: money(tariff.rate),
          count: tariff.rateMinutes,
        });
  const cap = t(($) => $.unlock.capPerHours, {
    amount: money(tariff.cap),
    count: tariff.capMinutes / 60,
  });

  return (
    <section className={styles['price']} aria-labelledby="price-heading">
      <h2 id="price-heading" className="visually-hidden">
        {t(($) => $.unlock.price)}
      </h2>
      <dl className={styles['today']}>
        <dt>
          {t(($) => $.unlock.feeToday)}
          {tariff.graceMinutes > 0 ? (
            <span className={styles['detail']}>
              {t(($) => $.unlock.feeBack, { count: tariff.graceMinutes })}
            </span>
          ) : null}
        </dt>
        <dd>
          <Money value={{ amount: tariff.unlockFee, currency }} size="display" />
        </dd>
      </dl>
      <dl className={styles['terms']}>
        <div>
          <dt>{t(($) => $.unlock.then)}</dt>
          <dd>
            <strong>{rate}</strong>
            <span>{cap}</span>
          </dd>
        </div>
        {tariff.deposit > 0 ? (
          <>
            <div>
              <dt>{t(($) => $.unlock.hold)}</dt>
              <dd>
                <strong>{t(($) => $.unlock.holdValue, { amount: money(tariff.deposit) })}</strong>
                <span>{t(($) => $.unlock.holdDetail)}</span>
              </dd>
            </div>
            <div>
              <dt>{t(($) => $.unlock.afterHours, { count: tariff.depositCaptureMinutes / 60 })}</dt>
              <dd>{t(($) => $.unlock.depositCharged)}</dd>
            </div>
          </>
        ) : null}
        <div>
          <dt>{t(($) => $.unlock.afterHours, { count: tariff.lostMinutes / 60 })}</dt>
          <dd>{t(($) => $.unlock.lost, { amount: money(tariff.lostTotal) })}</dd>
        </div>
      </dl>
    </section>
  );
}
