import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WalletMovement } from '../../../contract/wallet.ts';
import { useInfiniteScroll } from '../../lib/page/useInfiniteScroll.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { amountPath } from './topUpPaths.ts';
import styles from './wallet.module.css';
import { useGetMovementsInfiniteQuery } from './walletApi.ts';

/** All movements of GoCash, with the balance after each movement. */
export function WalletHistory() {
  const { t } = useTranslation(['wallet', 'errors']);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useGetMovementsInfiniteQuery(undefined, {
      refetchOnMountOrArgChange: true,
      refetchOnFocus: true,
    });
  const movements = data?.pages.flatMap((page) => page.movements) ?? null;
  const end = useInfiniteScroll(hasNextPage && !isFetching && error === undefined, () => {
    void fetchNextPage();
  });

  return (
    <Screen heading={t(($) => $.history.heading)}>
      {error && movements !== null ? (
        <Banner tone="info">
          {t(($) => $.history.old)} {t(($) => $.errors[apiErrorCode(error)])}
        </Banner>
      ) : null}
      <div aria-busy={isFetching} className={styles['list']}>
        {movements === null && error === undefined ? <Skeleton lines={8} /> : null}
        {movements === null && error ? (
          <ErrorState
            message={t(($) => $.errors[apiErrorCode(error)])}
            onRetry={() => void refetch()}
          />
        ) : null}
        {movements?.length === 0 ? (
          <EmptyState
            symbol={<Wallet />}
            title={t(($) => $.history.empty)}
            text={t(($) => $.history.emptyText)}
            action={
              <ButtonLink to={amountPath} variant="spark">
                {t(($) => $.balance.add)}
              </ButtonLink>
            }
          />
        ) : null}
        {movements && movements.length > 0 ? (
          <ul className={styles['movements']}>
            {movements.map((movement) => (
              <Movement key={movement.id} movement={movement} />
            ))}
          </ul>
        ) : null}
        {hasNextPage ? (
          <div ref={end}>
            <Button variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {isFetchingNextPage ? t(($) => $.history.loadingMore) : t(($) => $.history.more)}
            </Button>
          </div>
        ) : null}
      </div>
    </Screen>
  );
}

function Movement({ movement }: { movement: WalletMovement }) {
  const { t } = useTranslation('wallet');
  const { amount, topUp, bonus, order } = movement;
  const isMixed = topUp.amount !== 0 && bonus.amount !== 0;
  return (
    <li className={styles['movement']}>
      <span className={styles['what']}>
        <strong>{t(($) => $.reason[movement.reason])}</strong>
        <span className={styles['detail']}>
          <DateTime value={movement.at} />
        </span>
        {order ? (
          <Link to={`/history/detail?orderId=${order.id}`} className={styles['order']}>
            {t(($) => $.history.order, { number: order.number })}
          </Link>
        ) : null}
      </span>
      <span className={styles['much']}>
        <span className={amount.amount > 0 ? styles['in'] : undefined}>
          {amount.amount > 0 ? '+' : ''}
          <Money value={amount} />
        </span>
        {isMixed ? (
          <span className={styles['detail']}>
            {t(($) => $.history.ofWhichBonus, { amount: formatMoney(bonus) })}
          </span>
        ) : null}
        <span className={styles['detail']}>
          {t(($) => $.history.balance, { amount: formatMoney(movement.balance) })}
        </span>
      </span>
    </li>
  );
}
