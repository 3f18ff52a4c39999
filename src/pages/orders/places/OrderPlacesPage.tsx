import { MapPinned } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPlace } from '../../../../contract/orders.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { useGetConfigQuery } from '../../../api/configApi.ts';
import { SignedInOnly } from '../../../features/auth/SignedInOnly.tsx';
import { useGetOrderPlacesQuery } from '../../../features/orders/places/orderPlacesApi.ts';
import { formatDateTime } from '../../../lib/format/time.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { DatedText } from '../../../ui/display/DatedText.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { RowLink } from '../../../ui/link/RowLink.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import styles from './OrderPlacesPage.module.css';

/** The map is in the same chunk as the map of home, because the maps share most of their code. */
const visitMap = new LazyPart(
  async () => (await import('../../../features/stations/map/maps.ts')).VisitMap,
);

/** The stations at which the rider picked up or returned chargers, on a map and as a list. */
export function OrderPlacesPage() {
  return (
    <SignedInOnly>
      <OrderPlaces />
    </SignedInOnly>
  );
}

function OrderPlaces() {
  const { t } = useTranslation(['visits', 'titles', 'errors']);
  const { data, error, refetch } = useGetOrderPlacesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Screen heading={t(($) => $.titles.orderPlaces)}>
      {data ? (
        <Places places={data.places} />
      ) : error === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <ErrorState
          message={t(($) => $.errors[apiErrorCode(error)])}
          onRetry={() => void refetch()}
        />
      )}
    </Screen>
  );
}

const rowOf = (id: string) => `place-${id}`;

function Places({ places }: { places: readonly OrderPlace[] }) {
  const { t } = useTranslation('visits');
  const [selected, select] = useState<string | null>(null);
  const counted = useMemo(
    () =>
      places.map((place) => ({
        ...place,
        visits: [
          place.pickUps > 0 && t(($) => $.pickUps, { count: place.pickUps }),
          place.returns > 0 && t(($) => $.returns, { count: place.returns }),
        ]
          .filter(Boolean)
          .join(' · '),
      })),
    [places, t],
  );
  if (places.length === 0) {
    return (
      <EmptyState
        symbol={<MapPinned />}
        title={t(($) => $.empty)}
        text={t(($) => $.emptyText)}
        action={<ButtonLink to="/home/scan">{t(($) => $.scan)}</ButtonLink>}
      />
    );
  }
  const pick = (id: string) => {
    select(id);
    const row = document.getElementById(rowOf(id));
    row?.querySelector('a')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={styles['page']}>
      <div className={styles['map']}>
        <MapOfPlaces places={counted} selected={selected} onPick={pick} />
      </div>
      <section className={styles['list']} aria-labelledby="visited">
        <p className={styles['explain']}>{t(($) => $.explain)}</p>
        <h2 id="visited">{t(($) => $.list)}</h2>
        <ul className={styles['rows']}>
          {counted.map(({ id, name, address, lastAt, visits }) => {
            const time = formatDateTime(lastAt);
            return (
              <li
                key={id}
                id={rowOf(id)}
                className={styles['row']}
                data-selected={id === selected || undefined}
              >
                <RowLink
                  to={`/home?equip_id=${encodeURIComponent(id)}`}
                  label={name}
                  detail={
                    <>
                      {address}
                      <br />
                      {visits}
                      <br />
                      <DatedText text={t(($) => $.last, { time })} dates={[time]} />
                    </>
                  }
                />
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

interface MapOfPlacesProps {
  places: readonly (OrderPlace & { visits: string })[];
  selected: string | null;
  onPick: (id: string) => void;
}

function MapOfPlaces({ places, selected, onPick }: MapOfPlacesProps) {
  const { t } = useTranslation(['visits', 'map', 'common']);
  const { data: config } = useGetConfigQuery();
  const part = useLazyPart(visitMap);
  const visited = useMemo(
    () =>
      places.map(({ id, lat, lng, name, pickUps, returns, visits }) => ({
        id,
        lat,
        lng,
        count: pickUps + returns,
        label: t(($) => $.pin, { name, visits }),
      })),
    [places, t],
  );
  if (part.status === 'failed') {
    return (
      <>
        <p role="status">{t(($) => $.mapFailed)}</p>
        <Button variant="quiet" onClick={() => void visitMap.fetch()}>
          {t(($) => $.common.tryAgain)}
        </Button>
      </>
    );
  }
  if (part.status !== 'ready' || config === undefined) {
    return <p role="status">{t(($) => $.mapLoading)}</p>;
  }
  return (
    <section className={styles['frame']} aria-label={t(($) => $.frame)}>
      <part.Part
        map={config.map}
        places={visited}
        selected={selected}
        keys={t(($) => $.map.keys)}
        onPick={onPick}
      />
    </section>
  );
}
