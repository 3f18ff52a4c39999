import { TicketPercent } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../contract/coupons.ts';
import { isCoupons } from '../../../contract/rules/shapes/storedShapes.ts';
import { serverTime } from '../../api/serverClock.ts';
import { usePersonalAnswer } from '../../api/usePersonalAnswer.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { UpdatedAt } from '../../ui/display/UpdatedAt.tsx';
import styles from './coupons.module.css';
import { useGetCouponsQuery } from './couponsApi.ts';
import { CouponTicket } from './CouponTicket.tsx';

/** The usable and past coupons of the rider. They are stored for use without a network. */
export function CouponList() {
  const { t } = useTranslation('coupons');
  const query = useGetCouponsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const { refetch } = query;
  const { data, oldFrom, isMissing } = usePersonalAnswer('coupons', isCoupons, query);
  const coupons =
    data?.coupons.map((coupon) => (oldFrom === null ? coupon : asOfNow(coupon))) ?? null;
  const isOver = ({ state }: Coupon) => state === 'used' || state === 'expired';
  const usable = coupons?.filter((coupon) => !isOver(coupon)) ?? [];
  const past = coupons?.filter(isOver) ?? [];
  const isFirstRental = data?.isFirstRental ?? true;

  return (
    <Screen
      heading={t(($) => $.list.heading)}
      lead={oldFrom === null ? null : <UpdatedAt at={oldFrom} />}
    >
      {coupons && coupons.length > 0 ? (
        <RowLink to="/share" icon={<TicketPercent />} label={t(($) => $.list.redeem)} />
      ) : null}
      {coupons === null && !isMissing ? <Skeleton lines={6} /> : null}
      {isMissing ? (
        <ErrorState message={t(($) => $.list.failed)} onRetry={() => void refetch()} />
      ) : null}
      {coupons?.length === 0 ? (
        <EmptyState
          symbol={<TicketPercent />}
          title={t(($) => $.list.empty)}
          text={t(($) => $.list.emptyText)}
          action={
            <ButtonLink to="/share" variant="action">
              {t(($) => $.list.redeem)}
            </ButtonLink>
          }
        />
      ) : null}
      {usable.length > 0 ? (
        <section className={styles['group']}>
          <h2>{t(($) => $.list.usable)}</h2>
          <p className={styles['detail']}>{t(($) => $.list.automatic)}</p>
          <Tickets coupons={usable} isFirstRental={isFirstRental} />
        </section>
      ) : null}
      {past.length > 0 ? (
        <section className={styles['group']}>
          <h2>{t(($) => $.list.past)}</h2>
          <Tickets coupons={past} isFirstRental={isFirstRental} />
        </section>
      ) : null}
    </Screen>
  );
}

/** Updates the state of a coupon, because a stored coupon may have expired. */
function asOfNow(coupon: Coupon): Coupon {
  const { state, expiresAt } = coupon;
  const isLate = expiresAt !== null && Date.parse(expiresAt) <= serverTime(Date.now());
  return state === 'available' && isLate ? { ...coupon, state: 'expired' } : coupon;
}

function Tickets({ coupons, isFirstRental }: { coupons: Coupon[]; isFirstRental: boolean }) {
  return (
    <ul className={styles['tickets']}>
      {coupons.map((coupon) => (
        <li key={coupon.id}>
          <CouponTicket coupon={coupon} isFirstRental={isFirstRental} />
        </li>
      ))}
    </ul>
  );
}
