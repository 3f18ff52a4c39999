import i18next from 'i18next';
import { priceFacts } from '../../../contract/rules/firstScreen/priceFacts.ts';
import { day, localTime } from '../../../contract/rules/places/openNow.ts';
import { tilesAround, nearbyZoom } from '../../../contract/rules/places/tiles.ts';
import type { Station } from '../../../contract/stations.ts';
import { configApi } from '../../api/configApi.ts';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import { every } from '../../lib/device/heartbeat.ts';
import { local } from '../../lib/storage/storage.ts';
import { lastVisitKey } from '../start/lastVisitData.ts';
import type { Ahead, LastVisit, SavedPrice } from '../start/lastVisitData.ts';
import type { Store } from './store.ts';

/** The maximum length of the stored text. A longer text is not stored. */
const mostCharacters = 100_000;
/** In milliseconds. Changes within this time are stored together. */
const pauseMs = 2000;

function snapshot(store: Store, linked: string | null): LastVisit | null {
  const state = store.getState();
  const config = configApi.endpoints.getConfig.select()(state).data;
  if (config === undefined) return null;
  const { lat, lng } = config.map.center;
  const tiles = tilesAround(lat, lng, nearbyZoom).flatMap((tile) => {
    const { data } = stationsApi.endpoints.getTile.select(tile)(state);
    return data === undefined || data.clusters.length > 0 ? [] : [data];
  });
  const station =
    linked === null ? null : (stationsApi.endpoints.getStation.select(linked)(state).data ?? null);
  const zones = tiles.flatMap((tile) => tile.stations.map(({ timeZone }) => timeZone));
  return {
    config,
    tiles,
    station,
    ahead: aheadOfDevice(station ? [...zones, station.timeZone] : zones),
    price: station && priceInWords(station),
  };
}

function priceInWords({ tariff }: Station): SavedPrice {
  const { language } = i18next;
  const t = i18next.getFixedT(language, 'stations');
  return {
    language,
    facts: priceFacts((key, values) => t(($) => $[key], values), tariff, language),
  };
}

const week = 7 * day;

/**
 * Computes the time zone offsets to save. With these offsets, the next start can compute which
 * stations are open without creating date formats, which is slow.
 */
function aheadOfDevice(timeZones: readonly string[]): Ahead {
  const now = new Date();
  const minutes = (weekday: number, minute: number) => weekday * day + minute;
  const deviceTime = minutes((now.getDay() + 6) % 7, now.getHours() * 60 + now.getMinutes());
  return Object.fromEntries(
    [...new Set(timeZones)].map((timeZone) => {
      const { weekday, minute } = localTime(now.getTime(), timeZone);
      // Add one and a half weeks before the remainder and subtract half a week later, so that the
      // result is also correct around midnight between Sunday and Monday.
      const ahead = (minutes(weekday, minute) - deviceTime + 1.5 * week) % week;
      return [timeZone, ahead - week / 2];
    }),
  );
}

/**
 * Saves the data that the start script of the next visit paints if the page comes from the service
 * worker. The data is public. It is in local storage, because the script must read it
 * synchronously.
 */
export function saveLastVisit(store: Store): void {
  let end: (() => void) | null = null;
  let savedText = '';
  const save = () => {
    end?.();
    end = null;
    const visit = snapshot(store, new URLSearchParams(location.search).get('equip_id'));
    if (visit === null) return;
    const text = JSON.stringify(visit);
    if (text === savedText || text.length > mostCharacters) return;
    savedText = text;
    local.set(lastVisitKey, text);
  };
  store.subscribe(() => {
    end ??= every(pauseMs, save);
  });
  // `visibilitychange` is the last event that browsers reliably send before a page ends.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save();
  });
  save();
}
