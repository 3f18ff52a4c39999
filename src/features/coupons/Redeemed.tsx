import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../contract/coupons.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { CouponTicket } from './CouponTicket.tsx';
import styles from './coupons.module.css';
import { useGetCouponsQuery } from './couponsApi.ts';

/**
 * A redeemed coupon, with a link to the page that shows it from now on: `/payment` for a credit,
 * `/coupon` for any other coupon.
 */
export function Redeemed({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const { data } = useGetCouponsQuery();
  const credited = coupon.kind === 'goCash' ? coupon.amount : null;
  return (
    <section className={styles['group']}>
      <h2>{t(($) => $.share.redeemed)}</h2>
      {credited === null ? null : (
        <p>{t(($) => $.share.credited, { amount: formatMoney(credited) })}</p>
      )}
      <CouponTicket coupon={coupon} isFirstRental={data?.isFirstRental ?? true} />
      <ButtonLink to={credited === null ? '/coupon' : '/payment'} variant="quiet">
        {credited === null ? t(($) => $.share.seeCoupons) : t(($) => $.share.seeGoCash)}
      </ButtonLink>
    </section>
  );
}
