import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { Config } from '../../../contract/config.ts';
import { parseStationId } from '../../../contract/rules/stationId.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { readStationLink } from '../../features/scan/readStationLink.ts';
import { MenuIcon } from '../../features/stations/icons.tsx';
import { LocationButton } from '../../features/stations/LocationButton.tsx';
import { usePosition } from '../../features/stations/position.ts';
import { useNearbyStations } from '../../features/stations/useNearbyStations.ts';
import { LazyPart } from '../../lib/lazyPart.ts';
import { useLazyPart } from '../../lib/useLazyPart.ts';
import { useHeadingFocus } from '../../ui/useHeadingFocus.ts';
import { HomeOffer } from './HomeOffer.tsx';
import type { BlockedBy } from './blockedBy.ts';
import { ListSheet } from './ListSheet.tsx';
import { SheetWait } from './SheetWait.tsx';
import { WrongStation } from './WrongStation.tsx';

const stationMap = new LazyPart(
  async () => (await import('../../features/stations/map/StationMap.tsx')).StationMap,
);

/** Whose link opened no station needs it only after a tap. */
export const linkedSheet = new LazyPart(
  async () => (await import('./LinkedSheet.tsx')).LinkedSheet,
);

export interface StationsHomeProps {
  /** Why nothing can be unlocked now: an order stands in the way. */
  blocked?: BlockedBy | undefined;
}

/** The map with its sheet: the stations around, or the one that a link, a code or a tap opened. */
export function StationsHome({ blocked }: StationsHomeProps) {
  const { t } = useTranslation(['stations', 'common', 'titles']);
  const { data: config, error, refetch } = useGetConfigQuery();
  const errorText = useErrorText();
  const heading = useHeadingFocus();

  return (
    <div className="home">
      <a className="home-skip" href="#stations">
        {t(($) => $.skipMap)}
      </a>
      {config ? <StationsMap config={config} /> : <div className="home-map" />}
      <div className="home-bar">
        <Link className="home-round" to="/menu" aria-label={t(($) => $.common.menu)}>
          <MenuIcon />
        </Link>
        <LocationButton />
      </div>
      <HomeOffer />
      <main className="home-sheet" id="stations" tabIndex={-1}>
        <h1 className="visually-hidden" ref={heading} tabIndex={-1}>
          {t(($) => $.titles.home)}
        </h1>
        {config ? (
          <Sheet config={config} blocked={blocked} />
        ) : (
          <SheetWait problem={error && errorText(error)} onRetry={() => void refetch()} />
        )}
      </main>
    </div>
  );
}

/** The station that the address names: `wrong` where it names none of ours. */
function useLinked({ linkHosts }: Config): { id: string } | { wrong: string } | null {
  const [query] = useSearchParams();
  const typed = query.get('equip_id');
  const link = query.get('link');
  if (typed === null && link === null) return null;
  const id =
    typed === null
      ? readStationLink(link ?? '', { origin: location.origin, linkHosts })
      : parseStationId(typed);
  return id === null ? { wrong: typed ?? '' } : { id };
}

function useNearby(config: Config) {
  const position = usePosition();
  const known = position.status === 'known' ? position.point : null;
  return { known, nearby: useNearbyStations(known ?? config.map.center) };
}

function StationsMap({ config }: { config: Config }) {
  const navigate = useNavigate();
  const { known, nearby } = useNearby(config);
  const linked = useLinked(config);
  const map = useLazyPart(stationMap);
  const { t } = useTranslation('stations');
  const id = linked !== null && 'id' in linked ? linked.id : null;
  const selected = nearby.stations.find((station) => station.id === id) ?? null;

  return (
    <div className="home-map">
      {map.status === 'ready' ? (
        <map.Part
          map={config.map}
          position={known}
          selected={selected}
          nearest={nearby.stations[0]?.id ?? null}
          onOpen={(station) => void navigate(`/home?equip_id=${station}`)}
        />
      ) : null}
      {map.status === 'failed' ? <p className="home-map-note">{t(($) => $.mapFailed)}</p> : null}
    </div>
  );
}

function Sheet({ config, blocked }: { config: Config; blocked: BlockedBy | undefined }) {
  const { known, nearby } = useNearby(config);
  const linked = useLinked(config);
  const station = useLazyPart(linkedSheet);
  const { t } = useTranslation('common');
  const sheet = useRef<HTMLDivElement>(null);
  const shown = linked !== null && 'id' in linked ? linked.id : null;
  const before = useRef(shown);

  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
    sheet.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [shown]);

  if (linked !== null && 'wrong' in linked) return <WrongStation typed={linked.wrong} />;
  if (linked !== null && station.status !== 'ready') {
    return (
      <SheetWait
        problem={station.status === 'failed' ? t(($) => $.pageFailed) : undefined}
        onRetry={() => location.reload()}
      />
    );
  }
  return (
    <div className="home-body" ref={sheet}>
      {linked === null || station.status !== 'ready' ? (
        <ListSheet nearby={nearby} hasDistance={known !== null} blocked={blocked} />
      ) : (
        <station.Part
          key={linked.id}
          id={linked.id}
          summary={nearby.stations.find((station) => station.id === linked.id)}
          blocked={blocked}
        />
      )}
    </div>
  );
}
