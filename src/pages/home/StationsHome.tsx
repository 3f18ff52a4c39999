import {
  createContext,
  useContext,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Config } from '../../../contract/config.ts';
import { homeBar } from '../../../contract/rules/firstScreen/home.ts';
import { stationPath } from '../../../contract/rules/firstScreen/stationTexts.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { readStationLink } from '../../features/scan/readStationLink.ts';
import { LocationButton } from '../../features/stations/location/LocationButton.tsx';
import { usePosition } from '../../features/stations/location/position.ts';
import { useGetStationQuery } from '../../features/stations/stationsApi.ts';
import { useNearbyStations } from '../../features/stations/nearby/useNearbyStations.ts';
import type { NearbyStations } from '../../features/stations/nearby/useNearbyStations.ts';
import { useUserLocation } from '../../features/stations/location/userLocation.ts';
import type { City } from '../../features/stations/location/userLocation.ts';
import type { Point } from '../../lib/format/geo.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { nextTask } from '../../lib/loading/nextTask.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { preloadFormats } from '../../lib/format/preloadFormats.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { whenIdle } from '../../lib/loading/whenIdle.ts';
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx';
import { element } from '../../ui/link/element.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useHeadingFocus } from '../../ui/screen/useHeadingFocus.ts';
import type { BlockedBy } from './blockedBy.ts';
import { homeAsides } from './homeAsidesPart.ts';
import type { LinkedSheetProps } from './sheet/LinkedSheet.tsx';
import { MapFailed } from './MapFailed.tsx';
import { ListSheet } from './sheet/ListSheet.tsx';
import { SheetProblem } from './sheet/SheetProblem.tsx';
import { SheetWait } from './sheet/SheetWait.tsx';
import { useShownStation } from './sheet/useShownStation.ts';
import { stationMap } from './stationMapPart.ts';
import { focusSearch } from './focusSearch.ts';
import { useLocateOnMap } from './useLocateOnMap.ts';
import { WrongStation } from './WrongStation.tsx';

/**
 * The sheet of a station. Home waits for its code only if a link opens a station. In other cases, the
 * code loads when the browser is idle, or at a tap.
 */
export const linkedSheet = new LazyPart(async () => {
  // Preload the formats, because the sheet shows a price.
  preloadFormats();
  await nextTask();
  return (await withTexts(import('./sheet/LinkedSheet.tsx'))).LinkedSheet;
});

/** The zoom that shows a whole city, because the position of the user in the city is unknown. */
const cityZoom = 13;

export interface StationsHomeProps {
  /** The reason why an order blocks an unlock now. */
  blocked?: BlockedBy | undefined;
  /** The link to the notifications. Guests have no notifications. */
  bell?: ReactNode;
  /** The rider's own stations. Guests have none. */
  mine?: ReactNode;
}

/**
 * The map with its sheet. The sheet shows the nearby stations, or a station that a link, a QR code
 * or a tap opened.
 */
export function StationsHome({ blocked, bell, mine }: StationsHomeProps) {
  const { t } = useTranslation(['stations', 'common', 'search']);
  const { data: config, error, refetch } = useGetConfigQuery();
  const heading = useHeadingFocus();
  const position = usePosition();
  const [sought, seek] = useState<{ point: Point } | null>(null);
  const showPerson = useLocateOnMap(position.status === 'known' ? position.point : null, seek);

  return (
    <AroundProvider center={config?.map.center ?? null}>
      <div className="home">
        <a className="home-skip" href="#stations">
          {t(($) => $.skipMap)}
        </a>
        <ErrorBoundary fallback={<div className="home-map" />}>
          <MapBehind config={config} sought={sought} blocked={blocked} />
        </ErrorBoundary>
        {homeBar(
          element,
          {
            menu: t(($) => $.common.menu),
            search: t(($) => $.search.search),
            notification: t(($) => $.common.notification),
          },
          { state: focusSearch },
          bell,
        )}
        <div className="home-locate">
          <LocationButton onAsk={showPerson} />
        </div>
        <ErrorBoundary>
          <Asides />
        </ErrorBoundary>
        <main className="home-sheet" id="stations" tabIndex={-1}>
          <h1 className="visually-hidden" ref={heading} tabIndex={-1}>
            {t(($) => $.common.home)}
          </h1>
          {config ? (
            <Sheet config={config} blocked={blocked} mine={mine} />
          ) : error ? (
            <SheetProblem error={error} onRetry={() => void refetch()} />
          ) : (
            <SheetWait />
          )}
        </main>
      </div>
    </AroundProvider>
  );
}

interface Around {
  /**
   * The position of the device. It is null if the position is unknown, even if the city is known.
   */
  known: Point | null;
  city: City | null;
  nearby: NearbyStations;
}

const AroundContext = createContext<Around | null>(null);

/** Loads the stations only once, for both the map and the list. */
function AroundProvider({ center, children }: { center: Point | null; children: ReactNode }) {
  const { from, known, city } = useUserLocation(center);
  const nearby = useNearbyStations(from);
  const around = useMemo(() => ({ known, city, nearby }), [known, city, nearby]);
  return <AroundContext value={around}>{children}</AroundContext>;
}

function useAround(): Around {
  const around = useContext(AroundContext);
  if (around === null) throw new Error('Outside of home');
  return around;
}

function Asides() {
  const asides = useLazyPart(homeAsides, false);
  return asides.status === 'ready' ? <asides.Part /> : null;
}

/**
 * Returns the station in the address; null if the address names none. `wrong` is the typed text that is not a valid id;
 * empty for an invalid link.
 */
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

interface MapBehindProps {
  config: Config | undefined;
  sought: { point: Point } | null;
  blocked: BlockedBy | undefined;
}

/** Starts the map in a separate task, so that the list is rendered first. */
function MapBehind({ config, ...shown }: MapBehindProps) {
  const navigate = useNavigate();
  const isBegun = useDeferredValue(true, false);
  useFirstPins((station) => void navigate(stationPath(station)));
  if (!config || !isBegun) return <div className="home-map" />;
  return <StationsMap config={config} {...shown} />;
}

function StationsMap({ config, sought, blocked }: MapBehindProps & { config: Config }) {
  const navigate = useNavigate();
  const { known, city, nearby } = useAround();
  const linked = useLinked(config);
  const start = useMemo(() => city && { point: city.point, zoom: cityZoom }, [city]);
  const id = linked !== null && 'id' in linked ? linked.id : null;
  const near = nearby.stations.find((station) => station.id === id);
  // The station of a search or a QR code may be far away, so it may be missing in this list.
  const { currentData: far } = useGetStationQuery(id ?? '', { skip: id === null });
  const selected = near ?? far ?? null;
  const [firstId] = useState(id);
  const hasOtherView = known !== null || sought !== null || id !== firstId;
  const [isWanted, want] = useMapWanted();
  const map = useLazyPart(stationMap, isWanted || hasOtherView);

  return (
    <>
      <div className="home-map" onPointerEnter={want} onPointerDown={want}>
        {map.status === 'ready' ? (
          <map.Part
            map={config.map}
            purpose={blocked === 'ongoingOrder' ? 'return' : 'rent'}
            position={known}
            focus={sought}
            city={start}
            selected={selected}
            nearest={nearby.stations[0]?.id ?? null}
            isSaved
            onOpen={(station) => void navigate(stationPath(station))}
          />
        ) : null}
      </div>
      {map.status === 'failed' ? <MapFailed /> : null}
    </>
  );
}

/**
 * Whether the map is needed. While the first map is there, the list has priority: the map of the app starts when the
 * network and the browser are idle, or when the user points at the map. The user may have pressed a button of the first
 * map before the app ran, or may still be pressing a part of it. (A recorded press of the location button is already
 * performed, because that button is rendered first.)
 */
function useMapWanted(): [isWanted: boolean, want: () => void] {
  const [isWanted, setIsWanted] = useState(
    () => !document.querySelector('.first-map:not(:active)') || 'pressed' in window,
  );
  const want = () => setIsWanted(true);
  useEffect(() => {
    if (isWanted) return undefined;
    const left = new AbortController();
    const wantOnce = () => {
      if (!left.signal.aborted) setIsWanted(true);
    };
    void whenIdle().then(wantOnce);
    // The first map is outside of `.home-map`, so pointer events on its pins and buttons do not reach `.home-map`.
    const firstMap = document.querySelector<HTMLElement>('.first-map');
    firstMap?.addEventListener('pointerdown', wantOnce, { signal: left.signal });
    return () => left.abort();
  }, [isWanted]);
  return [isWanted, want];
}

/**
 * If the user presses a pin of the first map, opens its station without a reload. The pin is a
 * link, which would load the page again.
 */
function useFirstPins(onOpen: (id: string) => void): void {
  const open = useEffectEvent((event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const pin = event.target instanceof Element ? event.target.closest('a.map-pin') : null;
    const id = new URLSearchParams(pin?.getAttribute('href')?.split('?')[1]).get('equip_id');
    if (id === null) return;
    event.preventDefault();
    onOpen(id);
  });
  useEffect(() => {
    const firstMap = document.querySelector<HTMLElement>('.first-map');
    firstMap?.addEventListener('click', open);
    // If the map of the app has not started, the first map would stay, and appear again on the next visit of home.
    return () => firstMap?.remove();
  }, []);
}

interface SheetProps {
  config: Config;
  blocked: BlockedBy | undefined;
  mine: ReactNode;
}

function Sheet({ config, blocked, mine }: SheetProps) {
  const { known, city, nearby } = useAround();
  const linked = useLinked(config);
  const sheet = useRef<HTMLDivElement>(null);
  const shown = useShownStation(linked !== null && 'id' in linked ? linked.id : null);
  const before = useRef(shown);

  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
    sheet.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [shown]);

  if (linked !== null && 'wrong' in linked) return <WrongStation typed={linked.wrong} />;
  return (
    <div className="home-body" ref={sheet}>
      {shown === null ? (
        <ListSheet
          nearby={nearby}
          hasDistance={known !== null}
          city={city?.name ?? null}
          blocked={blocked}
          mine={mine}
        />
      ) : (
        <LinkedStation
          key={shown}
          id={shown}
          summary={nearby.stations.find((station) => station.id === shown)}
          blocked={blocked}
        />
      )}
    </div>
  );
}

function LinkedStation(props: LinkedSheetProps) {
  const { t } = useTranslation('common');
  const station = useLazyPart(linkedSheet);
  if (station.status === 'ready') return <station.Part {...props} />;
  if (station.status !== 'failed') return <SheetWait />;
  return <ErrorState message={t(($) => $.pageFailed)} onRetry={() => location.reload()} />;
}
