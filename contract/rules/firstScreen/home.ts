import type { Attributes, Child, CreateElement } from './element.ts';
import { bellIcon, locateIcon, menuIcon, scanIcon, searchIcon } from './icons.ts';

export interface HomeBarTexts {
  menu: string;
  search: string;
  notification: string;
}

/**
 * The bar with the links over the map. The app adds attributes to the search link, and replaces the link to the
 * notifications.
 */
export function homeBar<Part>(
  h: CreateElement<Part>,
  { menu, search, notification }: HomeBarTexts,
  added?: Attributes,
  bell?: Part,
): Part {
  return h(
    'div',
    { className: 'home-bar' },
    roundLink(h, '/menu', menu, menuIcon(h)),
    h(
      'a',
      { className: 'home-search', href: '/search', ...added },
      searchIcon(h),
      h('span', null, search),
    ),
    bell ?? roundLink(h, '/notification', notification, bellIcon(h)),
  );
}

export interface LocateTexts {
  useLocation: string;
  /** The reason why the app asks for the position. */
  locationWhy: string;
}

/**
 * The button that asks for the position. The reason is hidden from screen readers, because the
 * accessible name must describe what the button does. The app uses the reason as the accessible
 * description of the button.
 */
export function locateButton<Part>(
  h: CreateElement<Part>,
  { useLocation, locationWhy }: LocateTexts,
  added?: Attributes,
  reason?: Attributes,
): Part {
  return h(
    'button',
    { type: 'button', className: 'home-round', ...added },
    locateIcon(h),
    h(
      'span',
      { className: 'home-words' },
      h('span', null, useLocation),
      h('small', { ...reason, 'aria-hidden': 'true' }, locationWhy),
    ),
  );
}

/** A round link with an icon. `name` is the name of the link for screen readers. */
export function roundLink<Part>(
  h: CreateElement<Part>,
  href: string,
  name: string,
  content: Part,
  added?: Attributes,
): Part {
  return h('a', { className: 'home-round', href, 'aria-label': name, ...added }, content);
}

/** Placeholder lines for content that is loading. */
export function skeleton<Part>(h: CreateElement<Part>, state: Attributes): Part {
  return h('div', { className: 'home-wait', ...state }, h('i'), h('i'), h('i'));
}

/** The heading of a list; the app adds the age of the data. */
export function sheetTitle<Part>(
  h: CreateElement<Part>,
  text: string,
  heading?: Attributes,
  age?: Child<Part>,
): Part {
  return h('div', { className: 'home-title' }, h('h2', heading, text), age);
}

/** The link of the main action, which looks like a button. */
export function mainLink<Part>(
  h: CreateElement<Part>,
  href: string,
  text: string,
  drawing?: Child<Part>,
  added?: Attributes,
): Part {
  return h('a', { className: 'home-cta', href, ...added }, drawing, h('span', null, text));
}

/** The link to the scanner, which is the main action below a list. */
export function scanLink<Part>(h: CreateElement<Part>, text: string): Part {
  return mainLink(h, '/home/scan', text, scanIcon(h));
}
