import { useTranslation } from 'react-i18next';
import { apiErrorCode } from '../../../api/apiError.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { HelpLink } from '../../../ui/link/HelpLink.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import styles from './HoldList.module.css';
import { HoldTracker } from './HoldTracker.tsx';
import { useGetHoldsQuery } from '../ordersApi.ts';

/** Lists the rider's holds and refunds in progress on a payment page. Renders nothing if the rider has none. */
export function HoldList() {
  const { t } = useTranslation(['orders', 'errors']);
  const { data, error, refetch } = useGetHoldsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const code = error === undefined ? null : apiErrorCode(error);
  if (data?.holds.length === 0) return null;
  // An older server has no list of holds.
  if (data === undefined && code === 'notFound') return null;
  return (
    <section className={styles['holds']}>
      <h2>{t(($) => $.tracker.listHeading)}</h2>
      {data === undefined && code === null ? <Skeleton lines={4} /> : null}
      {data === undefined && code !== null ? (
        <ErrorState message={t(($) => $.errors[code])} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? null : (
        <ul className={styles['list']}>
          {data.holds.map(({ orderId, orderNumber, payment }) => (
            <li key={payment.id}>
              <HoldTracker payment={payment} level={3} />
              <Link className={styles['order']} to={`/history/detail?orderId=${orderId}`}>
                {t(($) => $.paid.order, { number: orderNumber })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <HelpLink about="holds" />
    </section>
  );
}
