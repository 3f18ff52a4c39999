import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Purpose } from '../../../../contract/rules/firstScreen/purpose.ts';
import { stationPath } from '../../../../contract/rules/firstScreen/stationTexts.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { selectIsSignedIn } from '../../../features/auth/clientUserSlice.ts';
import { withNext } from '../../../features/auth/returnPath.ts';
import { FavouriteButton } from '../../../features/favourites/FavouriteButton.tsx';
import '../../../features/favourites/favouriteTexts.ts';
import { UsualLine } from '../../../features/stations/UsualLine.tsx';
import { ButtonLink } from '../../../ui/button/Button.tsx';

export interface StationExtrasProps {
  station: StationSummary;
  purpose: Purpose;
  /** The button that reserves, if no reservation is at the top of the sheet. */
  reserve: ReactNode;
}

/**
 * The parts of a station's sheet that are not urgent: the usual counts, and the buttons for favourites and
 * reservations.
 */
export function StationExtras({ station, purpose, reserve }: StationExtrasProps) {
  const { t } = useTranslation('favourites');
  const isSignedIn = useSelector(selectIsSignedIn);
  return (
    <>
      <UsualLine station={station} purpose={purpose} />
      {reserve}
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
