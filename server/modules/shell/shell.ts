import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../contract/config.ts';
import { escapeHtml } from '../../../contract/rules/firstScreen/html.ts';
import { isOpenNow } from '../../../contract/rules/places/openNow.ts';
import { manifestPath } from '../../../contract/rules/app/manifestPath.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { nearbyZoom, tilesAround } from '../../../contract/rules/places/tiles.ts';
import type { Station, StationSummary, StationTile } from '../../../contract/stations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readConfig } from '../config/presentConfig.ts';
import { findStation } from '../stations/stationRows.ts';
import { StationTiles } from '../stations/stationTiles.ts';
import { invitedBy, isNavigation, withPreview } from './linkPreview.ts';
import { paintHome } from './paint.ts';
import { languageOf, stationTexts, textOf, wordsOf } from './words.ts';

/** Data in the page, so that the app need not request it again. */
interface EarlyData {
  config: Config;
  tiles: StationTile[];
  /** The linked station; null if the address has none, or an unknown one. */
  station: Station | null;
}

/** The built page without the parts that only a page from the service worker needs. */
interface ServedPage {
  /** Up to the first screen. */
  before: string;
  /** The first screen as built: a skeleton. */
  home: string;
  after: string;
}

interface BuiltPage {
  /** The page as built, which the service worker caches. */
  page: string;
  served: ServedPage;
  /**
   * `served` without the script that reads a returning device's settings before the first frame.
   */
  servedFirst: ServedPage;
}

function readBuiltPage(page: string): BuiltPage {
  const served = page.replace(/<!--kept-->[\s\S]*?<!--\/kept-->/g, '');
  const servedFirst = served.replace(/<!--known-->[\s\S]*?<!--\/known-->/, '');
  return { page, served: splitPage(served), servedFirst: splitPage(servedFirst) };
}

function splitPage(page: string): ServedPage {
  const [, before, home, after] =
    /^([\s\S]*)<!--home-->([\s\S]*)<!--\/home-->([\s\S]*)$/.exec(page) ?? [];
  if (before === undefined || home === undefined || after === undefined) {
    throw new Error('The page has no place for the first screen');
  }
  return { before, home, after };
}

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
  // `RecentPages` limits the reads. With an older tile, the app would start with old counts.
  const tiles = new StationTiles(deps, { keepChangedMs: 0 });
  const own = new URL(settings.publicUrl);
  let known: BuiltPage | null = null;

  return async (page, request) => {
    const language = languageOf(request.headers);
    const words = wordsOf(language);
    const place = { settings, words, language };
    // Two slashes would start the address of another host.
    const url = new URL(request.url.replace(/^[/\\]+/, '/'), own);
    if (known?.page !== page) known = readBuiltPage(page);
    const { before, home, after } = wasHere(request.headers) ? known.served : known.servedFirst;
    const isHome = /^\/(?:home\/?)?$/.test(url.pathname);
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
    const id = linkedStation(url, [own.host, ...settings.linkHosts]);
    const invite = invitedBy(url);
    const wantsPreview = id !== null || invite !== null || !isNavigation(request.headers);
    if (!isHome) {
      if (!wantsPreview) return localized + home + after;
      const station = id === null ? null : await findStation(deps.db, id, now);
      return withPreview(localized, { ...place, station, invite, url }) + home + after;
    }

    const [config, found, station] = await Promise.all([
      readConfig(deps),
      Promise.all(tilesAround(center.lat, center.lng, nearbyZoom).map((tile) => tiles.read(tile))),
      id === null ? null : findStation(deps.db, id, now),
    ]);
    const early: EarlyData = { config, tiles: found, station };
    const data = {
      texts: stationTexts(language),
      language,
      webMap: config.map.directionsUrl,
      isOpen: (listed: StationSummary) => isOpenNow(listed, now.getTime()),
    };
    const previewed = wantsPreview
      ? withPreview(localized, { ...place, station, invite, url })
      : localized;
    const painted = paintHome({ station, tiles: found, center }, words, data);
    return (
      previewed.replace(
        /<title>[^<]*<\/title>/,
        () => `<title>${escapeHtml(textOf(words, 'home'))}</title>`,
      ) +
      painted +
      after.replace(
        '<script type="application/json" id="early"></script>',
        () => `<script type="application/json" id="early">${inlineJson(early)}</script>`,
      )
    );
  };
}

/** Everything of a request that its painted page depends on. */
export function pageKey({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): string {
  const variant = [languageOf(headers), wasHere(headers), isNavigation(headers)].join(' ');
  return `${variant} ${url}`;
}

/** JSON that cannot end the script element that it stands in. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

/** Whether the app has run on this device, and may have stored data for the first frame. */
function wasHere({ cookie = '' }: FastifyRequest['headers']): boolean {
  return /(?:^|;\s*)visited=1(?:;|$)/.test(cookie);
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
