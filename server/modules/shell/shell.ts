import type { FastifyRequest } from 'fastify';
import { Language, type Config } from '../../../contract/config.ts';
import type { CardForm } from '../../../contract/payment.ts';
import { escapeHtml } from '../../../contract/rules/firstScreen/html.ts';
import { listedStations } from '../../../contract/rules/firstScreen/paintedContent.ts';
import { isOpenNow } from '../../../contract/rules/places/openNow.ts';
import { nextStation } from '../../../contract/rules/firstScreen/nextStation.ts';
import { manifestPath } from '../../../contract/rules/app/manifestPath.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { nearbyZoom, tilesAround } from '../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../contract/rules/places/tiles.ts';
import type { Station, StationSummary, StationTile } from '../../../contract/stations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readConfig } from '../config/presentConfig.ts';
import { findStation } from '../stations/stationRows.ts';
import { StationTiles } from '../stations/stationTiles.ts';
import { invitedBy, isNavigation, withPreview } from './linkPreview.ts';
import { createFirstMap } from './map/firstMap.ts';
import type { FirstMapContent, ScreenSize } from './map/firstMap.ts';
import { paintHome } from './paint.ts';
import { languageOf, stationTexts, textOf, wordsOf } from './words.ts';

/** The data in the page, so that the app need not request it again. */
interface EarlyData {
  config: Config;
  tiles: StationTile[];
  /** The linked station. It is null if the address has no station or an unknown station. */
  station: Station | null;
  /**
   * The settings of the provider's card form, so that the app shows a guest the payment methods
   * without a request.
   */
  cardForm?: CardForm;
}

/** The built page without the parts that are needed only if the service worker serves the page. */
interface ServedPage {
  /** The part of the page before the first screen. */
  before: string;
  /** The first screen of the built page, which is a skeleton. */
  home: string;
  after: string;
}

interface BuiltPage {
  /** The built page without changes. The service worker caches it. */
  page: string;
  served: ServedPage;
  /**
   * The parts of `served` without the script that reads a returning device's settings before the first
   * frame.
   */
  servedFirst: ServedPage;
  /** The style of the location button, as an element. Only a page with a map contains it. */
  locateStyle: string;
  /** The style of the pins of a map, as an element. Only a page with a map contains it. */
  mapStyle: string;
}

function readBuiltPage(page: string): BuiltPage {
  const served = page.replace(/<!--kept-->[\s\S]*?<!--\/kept-->/g, '');
  const servedFirst = served.replace(/<!--known-->[\s\S]*?<!--\/known-->/, '');
  const locateStyle = /<!--locate-->([\s\S]*?)<!--\/locate-->/.exec(page)?.[1] ?? '';
  const mapStyle = /<!--map-->([\s\S]*?)<!--\/map-->/.exec(page)?.[1] ?? '';
  return {
    page,
    served: splitPage(served),
    servedFirst: splitPage(servedFirst),
    locateStyle,
    mapStyle,
  };
}

function splitPage(page: string): ServedPage {
  const [, before, home, after] =
    /^([\s\S]*)<!--home-->([\s\S]*)<!--\/home-->([\s\S]*)$/.exec(page) ?? [];
  if (before === undefined || home === undefined || after === undefined) {
    throw new Error('The page has no place for the first screen');
  }
  return { before, home, after };
}

type Opened = Pick<FastifyRequest, 'url' | 'headers'>;

export interface Shell {
  /** The page for a navigation, with its first screen. */
  render(page: string, opened: Opened): Promise<string>;
  /** The key of a page: all parts of a request on which the page depends. */
  keyOf(opened: Opened): string;
  /** Draws the map of the start view, so that the first visitor gets its streets. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** The content of the page that a request opens. */
interface View {
  readonly language: Language;
  readonly url: URL;
  readonly wasHere: boolean;
  readonly isHome: boolean;
  /** The id of the linked station; null if the address has none. */
  readonly stationId: string | null;
  readonly invite: string | null;
  readonly wantsPreview: boolean;
  /** The size of the map in the first frame; null if the page has no map. */
  readonly mapSize: ScreenSize | null;
}

/**
 * Adds the first screen to the page. The home page gets the stations nearest to the centre of the map, or the linked
 * station. Other pages get only their language. Only clients that may need it get metadata for link previews, to keep
 * the home page small.
 */
export function createShell(deps: Dependencies): Shell {
  const { settings } = deps;
  const { center } = settings.map;
  // Always read the tiles again, because the app would start with the old counts of a cached tile. `RecentPages` limits
  // the number of reads.
  const tiles = new StationTiles(deps, { keepChangedMs: 0 });
  const own = new URL(settings.publicUrl);
  const firstMap = createFirstMap(deps);
  let known: BuiltPage | null = null;

  function viewOf({ url: address, headers }: Opened): View {
    // Replace several slashes at the start by one, because two slashes would begin the address of another host.
    const url = new URL(address.replace(/^[/\\]+/, '/'), own);
    const stationId = linkedStation(url, [own.host, ...settings.linkHosts]);
    const invite = invitedBy(url);
    const isHome = /^\/(?:home\/?)?$/.test(url.pathname);
    return {
      // Most preview services send no language, so the link contains the language of the person who shared it.
      language: (isNavigation(headers) ? null : sharedIn(url)) ?? languageOf(headers),
      url,
      wasHere: wasHere(headers),
      isHome,
      stationId,
      invite,
      wantsPreview: stationId !== null || invite !== null || !isNavigation(headers),
      mapSize: isHome && showsMap(headers, stationId !== null) ? screenSize(headers) : null,
    };
  }

  /**
   * Whether the page may contain the first map. Only browsers that do not save data get the map.
   * Without a linked station, a page has no map if the app may start with another view. A returning
   * visitor may have moved the map, and with a GeoIP file the app may start in the city of the
   * visitor.
   */
  function showsMap(headers: Opened['headers'], isLinked: boolean): boolean {
    if (!isNavigation(headers) || headers['save-data'] === 'on') return false;
    return isLinked || !mayStartElsewhere(wasHere(headers));
  }

  /** Reads tiles that are not `known` yet. */
  const readTiles = (wanted: readonly Tile[], known: readonly StationTile[]) =>
    Promise.all(
      wanted.map(async ({ z, x, y }) => {
        const same = known.find((tile) => tile.z === z && tile.x === x && tile.y === y);
        return same ?? tiles.read({ z, x, y });
      }),
    );

  const around = ({ lat, lng }: { lat: number; lng: number }) => tilesAround(lat, lng, nearbyZoom);

  const mayStartElsewhere = (isReturning: boolean) => isReturning || settings.geoIpFile !== null;

  function keyOf(opened: Opened): string {
    const { url, ...view } = viewOf(opened);
    // Only previews depend on the path. If every key contained the path, a caller could make the server generate a
    // separate page for each invented address.
    return JSON.stringify({ ...view, path: view.wantsPreview ? url.pathname : '' });
  }

  async function render(page: string, opened: Opened): Promise<string> {
    const view = viewOf(opened);
    const { language, url, isHome, stationId: id, invite, wantsPreview, mapSize } = view;
    const words = wordsOf(language);
    const previewBasics = { settings, words, language };
    if (known?.page !== page) known = readBuiltPage(page);
    const { before, home, after } = view.wasHere ? known.served : known.servedFirst;
    const localized = before
      .replace(
        /<html lang="[^"]*"/,
        `<html lang="${language}" data-start="${isHome ? 'home' : 'page'}"`,
      )
      .replace(`"${manifestPath('en')}"`, `"${manifestPath(language)}"`)
      .replace(/(?<=<meta name="description" content=")[^"]*/, () =>
        escapeHtml(textOf(words, 'description')),
      );
    const now = deps.clock.now();
    if (!isHome) {
      if (!wantsPreview) return localized + home + after;
      const station = id === null ? null : await findStation(deps.db, id, now);
      return withPreview(localized, { ...previewBasics, station, invite, url }) + home + after;
    }

    const [config, found, station] = await Promise.all([
      readConfig(deps),
      readTiles(around(center), []),
      id === null ? null : findStation(deps.db, id, now),
    ]);
    // If the linked station has no chargers, the app shows the nearest station with a charger above
    // the facts of the linked station. Send the tiles around the linked station. Otherwise the app
    // would have to request them, and the facts would then move down.
    const near = station?.chargers === 0 ? await readTiles(around(station), found) : [];
    const startsElsewhere = station === null && mayStartElsewhere(view.wasHere);
    const size = startsElsewhere ? null : mapSize;
    const early: EarlyData = {
      config,
      tiles: unique([...found, ...near]),
      station,
      ...(station && { cardForm: deps.payments.cardForm() }),
    };
    const data = {
      texts: stationTexts(language),
      language,
      webMap: config.map.directionsUrl,
      isOpen: (listed: StationSummary) => isOpenNow(listed, now.getTime()),
    };
    const previewed = wantsPreview
      ? withPreview(localized, { ...previewBasics, station, invite, url })
      : localized;
    // If the linked station is unknown, the app starts as on a page without a linked station.
    const nearest = listedStations(found, center, data.isOpen)[0]?.id ?? null;
    const { texts } = data;
    const { locateStyle, mapStyle } = known;
    const content = { station, nearest, language, words, texts, style: mapStyle };
    const map =
      size === null
        ? ''
        : await paintMap(async () => {
            const tiles =
              station === null
                ? found
                : await readTiles(firstMap.tilesOf(station, size), [...found, ...near]);
            return { ...content, tiles, size };
          });
    const next = station && nextStation(station, near, data.isOpen);
    const shown = {
      station,
      next,
      tiles: found,
      center,
      hasMap: map !== '',
      // Like the map, the photo is not for browsers that save data, nor for services that only show a preview.
      showsPhoto: mapSize !== null,
    };
    const painted = paintHome(shown, words, data);
    return (
      previewed
        .replace(
          /<title>[^<]*<\/title>/,
          () => `<title>${escapeHtml(textOf(words, 'home'))}</title>`,
        )
        // The map is after the first screen, and the browser may paint the first screen before the map arrives.
        .replace('</head>', () => `${shown.hasMap ? locateStyle : ''}</head>`) +
      painted +
      after.replace(
        '<script type="application/json" id="early"></script>',
        () => `${map}<script type="application/json" id="early">${inlineJson(early)}</script>`,
      )
    );
  }

  /** The map as HTML. It is empty if the map fails, because the page must not depend on the map. */
  async function paintMap(readContent: () => Promise<FirstMapContent>): Promise<string> {
    try {
      return await firstMap.paint(await readContent());
    } catch (error) {
      deps.log.error({ err: error }, 'the page has no first map');
      return '';
    }
  }

  async function prepare(): Promise<void> {
    try {
      await firstMap.prepare();
    } catch (error) {
      deps.log.error({ err: error }, 'the first map was not prepared');
    }
  }

  return { render, keyOf, prepare, close: firstMap.close };
}

/** Returns each tile once. */
function unique(tiles: readonly StationTile[]): StationTile[] {
  return [...new Map(tiles.map((tile) => [`${tile.z}/${tile.x}/${tile.y}`, tile])).values()];
}

/** The size of the screen for which the server draws the map. The app crops the picture to the real size. */
function screenSize(headers: Opened['headers']): ScreenSize {
  const hint = headers['sec-ch-ua-mobile'];
  const isPhone = hint === undefined ? /\bMobi/.test(headers['user-agent'] ?? '') : hint === '?1';
  return isPhone ? 'phone' : 'wide';
}

/** JSON text that cannot end the script element that contains it. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

/** The language in `?lang=` of a shared link. */
function sharedIn(url: URL): Language | null {
  return Language.safeParse(url.searchParams.get('lang')).data ?? null;
}

/** Whether the app has run on this device, and may have stored data for the first frame. */
function wasHere({ cookie = '' }: FastifyRequest['headers']): boolean {
  return /(?:^|;\s*)visited=1(?:;|$)/.test(cookie);
}

/** The station in `?equip_id=`, or in the address of a QR code in `?link=`. */
function linkedStation(url: URL, hosts: readonly string[]): string | null {
  const id = url.searchParams.get('equip_id');
  if (id !== null) return parseStationId(id);
  const link = url.searchParams.get('link');
  if (link === null || !URL.canParse(link)) return null;
  const target = new URL(link);
  if (!hosts.includes(target.host)) return null;
  return parseStationId(
    target.searchParams.get('equip_id') ?? target.pathname.split('/').findLast(Boolean) ?? '',
  );
}
