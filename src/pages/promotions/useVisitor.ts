import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/returnPath.ts';
import type { Visitor } from '../../features/promotions/visitor.ts';
import { askForPosition, usePosition } from '../../features/stations/location/position.ts';

/**
 * Rounds a latitude or longitude, so that the position is exact only to about a kilometre. This
 * accuracy is enough to identify a city, and it protects privacy.
 */
const coarse = (degrees: number) => Math.round(degrees * 100) / 100;

/**
 * Returns the user who looks at a promotion. The position is included if the user has allowed it.
 */
export function useVisitor(): Visitor {
  const { t } = useTranslation('common');
  const isSignedIn = useSelector(selectIsSignedIn);
  const position = usePosition();
  return {
    isSignedIn,
    loginTo: (path) => withNext('/login', path),
    near:
      position.status === 'known'
        ? { lat: coarse(position.point.lat), lng: coarse(position.point.lng) }
        : null,
    locate: askForPosition,
    isLocating: position.status === 'asking',
    locationProblem:
      position.status === 'denied'
        ? t(($) => $.locationDenied)
        : position.status === 'unavailable'
          ? t(($) => $.locationUnavailable)
          : null,
  };
}
