import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { unlockPath } from '../../../contract/rules/app/unlockPath.ts';
import { Link } from '../../ui/link/Link.tsx';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/returnPath.ts';
import { useCurrentOrder } from '../../features/orders/running/useCurrentOrder.ts';
import { useGetCachedStationQuery } from '../../features/stations/cachedStationApi.ts';
import { useGetStationQuery } from '../../features/stations/stationsApi.ts';
import { endUnlock } from '../../lib/storage/continueToPay.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { CrossIcon } from '../../ui/icons.tsx';
import styles from './ResumeUnlock.module.css';

/**
 * A link to an unlock that began but was not paid. It is visible only if the rider has no current
 * order.
 */
export function ResumeUnlock({ station }: { station: string }) {
  const { t } = useTranslation('tips');
  const isSignedIn = useSelector(selectIsSignedIn);
  const order = useCurrentOrder(isSignedIn);
  const { data } = useGetStationQuery(station);
  const { data: cached } = useGetCachedStationQuery(station, { skip: data !== undefined });
  if (order.status !== 'none') return null;
  const unlock = unlockPath(station);
  return (
    <div className={styles['resume']}>
      <Link className={styles['go']} to={isSignedIn ? unlock : withNext('/login', unlock)}>
        {t(($) => $.resume.go, { station: (data ?? cached)?.name ?? station })}
      </Link>
      <IconButton label={t(($) => $.resume.close)} icon={<CrossIcon />} onClick={endUnlock} />
    </div>
  );
}
