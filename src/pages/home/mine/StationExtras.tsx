import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { stationPath } from '../../../../contract/rules/firstScreen/stationTexts.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { selectIsSignedIn } from '../../../features/auth/clientUserSlice.ts';
import { withNext } from '../../../features/auth/returnPath.ts';
import { FavouriteButton } from '../../../features/favourites/FavouriteButton.tsx';
import '../../../features/favourites/favouriteTexts.ts';
import { UsualLine } from '../../../features/stations/UsualLine.tsx';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { ErrorBoundary } from '../../../ui/feedback/ErrorBoundary.tsx';
import { reserveAt } from '../reserve/parts.ts';

export interface StationExtrasProps {
  station: StationSummary;
  purpose: 'rent' | 'return';
  /** Called with whether a charger at the station is reserved for the rider. */
  onReserved: (isReserved: boolean) => void;
}

/** The parts of a station's sheet that are not urgent: what it usually has, and the buttons for favourites and
 * reservations. */
export function StationExtras({ station, purpose, onReserved }: StationExtrasProps) {
  const { t } = useTranslation('favourites');
  const isSignedIn = useSelector(selectIsSignedIn);
  const reserve = useLazyPart(reserveAt, isSignedIn);
  return (
    <>
      <UsualLine station={station} purpose={purpose} />
      {isSignedIn && reserve.status === 'ready' ? (
        <ErrorBoundary>
          <reserve.Part station={station} onReserved={onReserved} />
        </ErrorBoundary>
      ) : null}
      {isSignedIn ? (
        <FavouriteButton key={station.id} station={station} />
      ) : (
        <div>
          <ButtonLink variant="text" to={withNext('/login', stationPath(station.id))}>
            {t(($) => $.signIn)}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
