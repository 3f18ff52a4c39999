import type { Language } from '../../../contract/config.ts';
import { directionsUrl } from '../../../contract/rules/directions.ts';
import { isOpenNow } from '../../../contract/rules/openNow.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import type { EarlyData } from './early.ts';
import type { StartWords } from './startWords.ts';

// The twin of server/modules/shell/paint.ts, for a page that came from the service worker.
// `textContent` and attributes only, never HTML.

const listLength = 20;

type Values = Record<string, string | number>;

function say(words: StartWords, key: string, values: Values = {}): string {
  return (words[key] ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
}

let rules: Intl.PluralRules | null = null;

/** The first frame waits for this: rules are slow to make, and twenty rows ask for them twice. */
function sayCount(words: StartWords, language: Language, key: string, count: number): string {
  rules ??= new Intl.PluralRules(language);
  return say(words, `${key}_${rules.select(count)}`, { count });
}

function template(id: string): DocumentFragment {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLTemplateElement)) throw new Error(`The page has no template ${id}`);
  return document.importNode(found.content, true);
}

function fill(part: ParentNode, texts: Record<string, unknown>): void {
  const each = (mark: string, set: (element: HTMLElement, text: string) => void) => {
    for (const element of part.querySelectorAll<HTMLElement>(`[data-${mark}]`)) {
      const text = texts[element.dataset[mark] ?? ''];
      if (typeof text === 'string') set(element, text);
    }
  };
  each('fill', (element, text) => (element.textContent = text));
  each('href', (element, text) => element.setAttribute('href', text));
  each('label', (element, text) => element.setAttribute('aria-label', text));
}

function drawMeter(part: ParentNode, { chargers, freeSlots, slots }: StationSummary): void {
  const meter = part.querySelector('[data-meter]');
  const shown = Math.min(slots, 16);
  const scale = slots > 0 ? shown / slots : 0;
  const filled = Math.round(chargers * scale);
  const free = filled + Math.round(freeSlots * scale);
  for (let index = 0; index < shown; index++) {
    const pill = document.createElement('i');
    pill.className = index < filled ? 'charger' : index < free ? '' : 'broken';
    meter?.append(pill);
  }
}

function textsOf(
  station: StationSummary,
  { config }: EarlyData,
  words: StartWords,
  language: Language,
) {
  return {
    name: station.name,
    // The device's clock will do: what is kept may be old, opening hours are not.
    line: isOpenNow(station, Date.now())
      ? station.address
      : `${station.address} · ${say(words, 'closed')}`,
    address: station.address,
    id: station.id,
    open: `/home?equip_id=${station.id}`,
    go: directionsUrl(config.map.directionsUrl, station),
    directions: say(words, 'directionsTo', { name: station.name }),
    counts: station.online
      ? say(words, 'counts', {
          chargers: sayCount(words, language, 'chargers', station.chargers),
          freeSlots: sayCount(words, language, 'freeSlots', station.freeSlots),
        })
      : say(words, 'stationOffline'),
  };
}

function priceOf({ tariff }: Station, words: StartWords, language: Language) {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: tariff.currency,
    currencyDisplay: 'narrowSymbol',
  });
  const unit = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  const period = (minutes: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: minutes % 60 === 0 ? 'hour' : 'minute',
      unitDisplay: 'long',
    }).format(minutes % 60 === 0 ? minutes / 60 : minutes);
  return {
    unlockFeeAmount: format.format(tariff.unlockFee / unit),
    rateText: say(words, tariff.rateMinutes === 60 ? 'ratePerHour' : 'ratePer', {
      amount: format.format(tariff.rate / unit),
      period: period(tariff.rateMinutes),
    }),
    capText: say(words, 'capPer', {
      amount: format.format(tariff.cap / unit),
      period: period(tariff.capMinutes),
    }),
    depositText:
      tariff.deposit > 0
        ? say(words, 'depositHeld', { amount: format.format(tariff.deposit / unit) })
        : '',
  };
}

function paintStation(
  station: Station,
  early: EarlyData,
  words: StartWords,
  language: Language,
): DocumentFragment {
  const sheet = template('paint-station');
  fill(sheet, {
    ...words,
    ...textsOf(station, early, words, language),
    ...priceOf(station, words, language),
    unlockLink: `/payment/unlockChanger?equip_id=${station.id}`,
  });
  drawMeter(sheet, station);
  return sheet;
}

function paintList(early: EarlyData, words: StartWords, language: Language): DocumentFragment {
  const sheet = template('paint-list');
  fill(sheet, { ...words });
  const { lat, lng } = early.config.map.center;
  const squash = Math.cos((lat * Math.PI) / 180);
  // Near enough that a flat earth sorts them as the round one does.
  const far = (station: StationSummary) =>
    (station.lat - lat) ** 2 + ((station.lng - lng) * squash) ** 2;
  const nearest = early.tiles
    .flatMap((tile) => tile.stations)
    .sort((a, b) => far(a) - far(b))
    .slice(0, listLength);
  for (const station of nearest) {
    const row = template('paint-row');
    fill(row, textsOf(station, early, words, language));
    drawMeter(row, station);
    sheet.querySelector('[data-rows]')?.append(row);
  }
  return sheet;
}

/** Paints home from data that is already here: the linked station if it is among it, else the list. */
export function paintHome(
  early: EarlyData,
  linked: string | null,
  words: StartWords,
  language: Language,
): void {
  const place = document.querySelector('[data-sheet]');
  if (linked !== null && early.station?.id !== linked) return;
  if (early.tiles.every((tile) => tile.stations.length === 0) && early.station === null) return;
  const sheet =
    linked !== null && early.station
      ? paintStation(early.station, early, words, language)
      : paintList(early, words, language);
  fill(document, { ...words });
  place?.replaceChildren(sheet);
}
