import type { Attributes, Child, CreateElement } from './element.ts';
import { roundLink } from './home.ts';
import { directionsIcon, icon } from './icons.ts';
import { directionsLink, stationCounts } from './stationRow.ts';
import type { Directions } from './stationRow.ts';
import type { Texts } from './texts.ts';

// This icon is not in icons.ts, because the list does not need it.
export const closeIcon = <Part>(h: CreateElement<Part>) =>
  icon(h, h('path', { d: 'M7 7l10 10M17 7L7 17' }));

/** A fact about a station, such as one of its prices. */
export interface Fact<Value = string> {
  label: string;
  value: Value;
}

function stationFact<Part>(h: CreateElement<Part>, { label, value }: Fact<Child<Part>>): Part {
  return h('div', null, h('dt', null, label), h('dd', null, value));
}

/**
 * A list of facts about a station. The prices come first, so that they are in view on small phones. Facts that only the
 * app knows come last, so that the painted facts do not move.
 */
export function stationFacts<Part>(
  h: CreateElement<Part>,
  texts: Texts,
  id: string,
  prices: readonly Fact<Child<Part>>[],
  others: readonly Fact<Child<Part>>[] = [],
): Part[] {
  const own = { label: texts.say('stationId'), value: h('bdi', null, id) };
  return [...prices, own, ...others].map((fact) => stationFact(h, fact));
}

export interface StationSheetContent extends Directions {
  name: string;
  /** The address, after "Closed now" if the station is closed. */
  address: string;
  counts: string;
  /** The name of the link that closes the sheet. */
  close: string;
}

/** What the server or the app adds to the sheet of a station. Only the app sets `title`, `close` and `more`. */
export interface StationSheetExtras<Part> {
  title?: Attributes;
  close?: Attributes;
  /** The photo of the venue, see `photoBox`. */
  photo?: Child<Part>;
  /** A notice above the facts, see `nextNotice`. */
  notice?: Child<Part>;
  /** What the app shows below the facts: the hours of the week, and the age of the counts. */
  more?: readonly Child<Part>[];
}

/**
 * The box of the photo. It has the size of the photo from the start, so that nothing moves when the photo has loaded.
 *
 * @param blur a tiny picture that is visible until the photo has loaded.
 */
export function photoBox<Part>(
  h: CreateElement<Part>,
  blur: string | undefined,
  photo?: Child<Part>,
): Part {
  return h(
    'span',
    { className: 'st-photo' },
    blur === undefined ? null : h('img', { src: blur, alt: '' }),
    photo,
  );
}

/**
 * A notice above the facts of a station. The notice says that the rider cannot use this station at
 * the moment, for example because it has no chargers. It may contain a link to the next station
 * that the rider can use.
 */
export function nextNotice<Part>(
  h: CreateElement<Part>,
  text: string,
  next?: { href: string; show: string } | null,
  added?: Attributes,
): Part {
  return h(
    'div',
    { className: 'st-next' },
    h('p', null, text),
    next && h('a', { href: next.href, ...added }, next.show),
  );
}

/** The sheet of one station, with its address, its counts and its prices. */
export function stationSheet<Part>(
  h: CreateElement<Part>,
  content: StationSheetContent,
  meter: Part,
  facts: readonly Part[],
  extras: StationSheetExtras<Part> = {},
): Part {
  return h(
    'div',
    { className: 'st-sheet' },
    h(
      'div',
      { className: 'st-top' },
      extras.photo,
      h(
        'div',
        null,
        h('h2', { className: 'st-title', ...extras.title }, content.name),
        h('p', { className: 'st-line' }, content.address),
      ),
      roundLink(h, '/home', content.close, closeIcon(h), extras.close),
    ),
    h(
      'div',
      { className: 'st-summary' },
      stationCounts(h, meter, content.counts),
      directionsLink(h, content, directionsIcon(h)),
    ),
    extras.notice,
    h('dl', { className: 'st-facts' }, ...facts),
    ...(extras.more ?? []),
  );
}
