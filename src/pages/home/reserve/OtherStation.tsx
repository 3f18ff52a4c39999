import { useTranslation } from 'react-i18next';
import { ReserveButton } from '../../../features/reservations/ReserveButton.tsx';
import { useOpenNow } from '../../../features/stations/hours/useOpenNow.ts';
import { usePosition } from '../../../features/stations/location/position.ts';
import { returnTarget, takesCharger } from '../../../features/stations/nearby/returnTarget.ts';
import { useNearbyStations } from '../../../features/stations/nearby/useNearbyStations.ts';
import { StationRow, useRowBasics } from '../../../features/stations/StationRow.tsx';
import { useGetStationQuery } from '../../../features/stations/stationsApi.ts';
import { SheetProblem } from '../sheet/SheetProblem.tsx';

/**
 * For a rider at a full station: the nearest open station with a free slot, and the button that
 * reserves a slot there. If the rider's position is unknown, the shown station is the nearest to
 * the full station.
 */
export function OtherStation({ fullId }: { fullId: string }) {
  const { t } = useTranslation('reservations');
  const position = usePosition();
  const isKnown = position.status === 'known';
  const { data: full } = useGetStationQuery(fullId);
  const { stations, status, error, retry } = useNearbyStations(
    isKnown ? position.point : (full ?? null),
    takesCharger,
  );
  const basics = useRowBasics();
  const isOpen = useOpenNow();
  const others = stations.filter(({ id }) => id !== fullId);
  const target = returnTarget(others, null, isOpen);
  if (target === null) {
    return (
      <>
        {status === 'ready' ? <p>{t(($) => $.otherNone)}</p> : null}
        {status === 'failed' ? <SheetProblem error={error} onRetry={retry} /> : null}
        <ReserveButton kind="slot" station={null} />
      </>
    );
  }
  return (
    <section>
      <p>{t(($) => $.other)}</p>
      <ul className="st-places">
        <StationRow station={target} hasDistance={isKnown} purpose="return" {...basics} />
      </ul>
      <ReserveButton key={target.id} kind="slot" station={target} />
    </section>
  );
}
