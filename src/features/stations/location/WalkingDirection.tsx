import { useTranslation } from 'react-i18next';
import { bearingDegrees, compassPoint } from '../../../lib/format/compass.ts';
import { distanceMetres, walkingMinutes } from '../../../../contract/rules/places/distance.ts';
import { formatDistance } from '../../../lib/format/geo.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { Compass } from './Compass.tsx';
import styles from '../StationSheet.module.css';

/**
 * The distance and direction, such as `220 m northeast · 3 min walk`, with an arrow. The device computes
 * both, so they also appear without a network.
 */
export function WalkingDirection({ from, to }: { from: Point; to: Point }) {
  const { t, i18n } = useTranslation(['sheet', 'stations']);
  const metres = distanceMetres(from, to);
  const bearing = bearingDegrees(from, to);
  const point = compassPoint(bearing);
  return (
    <span className={styles['way']}>
      <Compass bearing={bearing} />
      {t(($) => $.wayTo, {
        distance: formatDistance(metres, i18n.language),
        direction: t(($) => $.compass[point]),
        walk: t(($) => $.stations.walk, { count: walkingMinutes(metres) }),
      })}
    </span>
  );
}
