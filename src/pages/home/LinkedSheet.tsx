import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { StationSummary } from '../../../contract/stations.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { selectIsSignedIn, stationOpened } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/next.ts';
import { useGetStationQuery } from '../../features/stations/stationsApi.ts';
import { StationSheet } from '../../features/stations/StationSheet.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import type { BlockedBy } from './blockedBy.ts';
import { SheetHandle } from './SheetHandle.tsx';
import { SheetWait } from './SheetWait.tsx';
import { WrongStation } from './WrongStation.tsx';

/** Counts older than this are asked for again while the sheet is open. */
const pollingInterval = 25_000;

export interface LinkedSheetProps {
  id: string;
  /** What a list already knows of it. */
  summary: StationSummary | undefined;
  blocked: BlockedBy | undefined;
}

/** One station on the sheet, and the one thing to do there. */
export function LinkedSheet({ id, summary, blocked }: LinkedSheetProps) {
  const { data, error, refetch } = useGetStationQuery(id, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const errorText = useErrorText();
  const station = data ?? summary;

  if (error && apiErrorCode(error) === 'stationNotFound') return <WrongStation typed={id} />;
  if (station === undefined) {
    return <SheetWait problem={error && errorText(error)} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <div className="home-head">
        <SheetHandle />
      </div>
      <StationSheet station={station} isPriceComing={error === undefined} />
      <div className="home-foot">
        {blocked === undefined ? <Unlock id={id} /> : <Blocked by={blocked} />}
      </div>
    </>
  );
}

function Unlock({ id }: { id: string }) {
  const { t } = useTranslation(['stations', 'messages']);
  const isOffline = useConnection() === 'offline';
  const dispatch = useDispatch();
  const isSignedIn = useSelector(selectIsSignedIn);
  const unlock = `/payment/unlockChanger?equip_id=${id}`;
  return (
    <>
      {isOffline ? <p className="home-reason">{t(($) => $.messages.offlineActions)}</p> : null}
      <Link
        className="home-cta"
        to={isSignedIn ? unlock : withNext('/login', unlock)}
        onClick={() => dispatch(stationOpened(id))}
      >
        <span>{t(($) => $.unlock)}</span>
      </Link>
    </>
  );
}

function Blocked({ by }: { by: BlockedBy }) {
  const { t } = useTranslation(['errors', 'common', 'messages']);
  return (
    <Banner
      tone={by === 'unpaidOrder' ? 'due' : 'info'}
      action={
        <ButtonLink to="/home" variant="text">
          {by === 'unpaidOrder' ? t(($) => $.messages.payNow) : t(($) => $.common.seeMyCharger)}
        </ButtonLink>
      }
    >
      {t(($) => $[by])}
    </Banner>
  );
}
