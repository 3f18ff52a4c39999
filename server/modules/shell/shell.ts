import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../contract/config.ts';
import { isOpenNow, putFirst } from '../../../contract/rules/places/openNow.ts';
import { manifestPath } from '../../../contract/rules/app/manifestPath.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { nearbyZoom, tilesAround } from '../../../contract/rules/places/tiles.ts';
import type { Station, StationSummary, StationTile } from '../../../contract/stations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readConfig } from '../config/presentConfig.ts';
import { findStation } from '../stations/stationRows.ts';
import { StationTiles } from '../stations/stationTiles.ts';
import { invitedBy, isNavigation, withPreview } from './linkPreview.ts';
import { paintList, paintStation, readTemplates } from './paint.ts';
import type { Templates } from './paint.ts';
import { escapeHtml, fillTemplate, inlineJson } from './template.ts';
import { languageOf, wordsOf } from './words.ts';

/** Data in the page, so that the app need not request it again. */
interface EarlyData {
  config: Config;
  tiles: StationTile[];
  /** The linked station; null if the address has none, or an unknown one. */
  station: Station | null;
}

interface BuiltPage {
  /** The page as built, which the service worker caches. */
  page: string;
  /** Without the parts that paint a page which the server has not painted. */
  served: string;
  /** Without the script that reads a returning device's settings before the first frame. */
  servedFirst: string;
  templates: Templates;
}

function readBuiltPage(page: string): BuiltPage {
  const served = page.replace(/<!--kept-->[\s\S]*?<!--\/kept-->/g, '');
  const servedFirst = served.replace(/<!--known-->[\s\S]*?<!--\/known-->/, '');
  return { page, served, servedFirst, templates: readTemplates(page) };
}

/** The number of stations in the list next to the map. */
const listLength = 20;

/**
 * Paints the first screen into the page: for home the stations nearest to the centre of the map, or
 * the linked station. Other pages only get their language. Metadata for link previews is added only
 * for clients that may need it, because the first list of home has no bytes to spare.
 */
export function createShell(
  deps: Dependencies,
): (page: string, request: Pick<FastifyRequest, 'url' | 'headers'>) => Promise<string> {
  const { settings } = deps;
  const { center } = settings.map;
  const tiles = new StationTiles(deps);
  const own = new URL(settings.publicUrl);
  let known: BuiltPage | null = null;

  return async (page, request) => {
    const language = languageOf(request.headers);
    const words = wordsOf(language);
    const place = { settings, words, language };
    // Two slashes would start the address of another host.
    const url = new URL(request.url.replace(/^[/\\]+/, '/'), own);
    if (known?.page !== page) known = readBuiltPage(page);
    const { templates } = known;
    const isHome = /^\/(?:home\/?)?$/.test(url.pathname);
    const localized = (wasHere(request.headers) ? known.served : known.servedFirst)
      .replace(
        /<html lang="[^"]*"/,
        `<html lang="${language}" data-start="${isHome ? 'home' : 'page'}"`,
      )
      .replace(`"${manifestPath('en')}"`, `"${manifestPath(language)}"`)
      .replace(/(?<=<meta name="description" content=")[^"]*/, () =>
        escapeHtml(words['description'] ?? ''),
      );
    const now = deps.clock.now();
    const id = linkedStation(url, [own.host, ...settings.linkHosts]);
    const invite = invitedBy(url);
    const wantsPreview = id !== null || invite !== null || !isNavigation(request.headers);
    if (!isHome) {
      if (!wantsPreview) return localized;
      const station = id === null ? null : await findStation(deps.db, id, now);
      return withPreview(localized, { ...place, station, invite, url });
    }

    const [config, found, station] = await Promise.all([
      readConfig(deps),
      Promise.all(tilesAround(center.lat, center.lng, nearbyZoom).map((tile) => tiles.read(tile))),
      id === null ? null : findStation(deps.db, id, now),
    ]);
    const early: EarlyData = { config, tiles: found, station };
    const paints = { words, language, webMap: config.map.directionsUrl, now };
    const listed = nearest(found, center, now);
    // In a crowded city, tiles contain only counts: the app requests the nearest stations, and
    // skeletons are shown until then.
    const sheet = station
      ? paintStation(templates, station, paints)
      : listed.length > 0
        ? paintList(templates, listed, paints)
        : bones;
    const previewed = wantsPreview
      ? withPreview(localized, { ...place, station, invite, url })
      : localized;
    const [start, rest] = cut(previewed, '<div id="root">', '<script');
    return (
      fillTemplate(start, { texts: { ...words } })
        .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(words['home'] ?? '')}</title>`)
        .replace(/<!--sheet-->[\s\S]*?<!--\/sheet-->/, () => `<!--sheet-->${sheet}<!--/sheet-->`) +
      rest.replace(
        '<script type="application/json" id="early"></script>',
        () => `<script type="application/json" id="early">${inlineJson(early)}</script>`,
      )
    );
  };
}

/** Whether the app has run on this device, and may have stored data for the first frame. */
function wasHere({ cookie = '' }: FastifyRequest['headers']): boolean {
  return /(?:^|;\s*)visited=1(?:;|$)/.test(cookie);
}

/** As in index.html. */
const bones = '<div class="home-wait" aria-hidden="true"><i></i><i></i><i></i></div>';

/** The page up to the end of the first screen, and the rest. */
function cut(page: string, from: string, until: string): [string, string] {
  const at = page.indexOf(until, page.indexOf(from));
  if (at === -1) throw new Error('The page has lost its data');
  return [page.slice(0, at), page.slice(at)];
}

/** The station in `?equip_id=`, or in the QR code's own address in `?link=`. */
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

/**
 * Open stations first, then by distance, which a flat projection orders correctly at this scale.
 */
function nearest(
  tiles: readonly StationTile[],
  { lat, lng }: { lat: number; lng: number },
  now: Date,
): StationSummary[] {
  const squash = Math.cos((lat * Math.PI) / 180);
  const far = (station: StationSummary) =>
    (station.lat - lat) ** 2 + ((station.lng - lng) * squash) ** 2;
  const sorted = tiles
    .flatMap((tile) => tile.stations)
    .sort((a, b) => far(a) - far(b) || (a.id < b.id ? -1 : 1));
  return putFirst(sorted, (station) => isOpenNow(station, now.getTime())).slice(0, listLength);
}
