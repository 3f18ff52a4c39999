import type { Child, CreateElement } from './element.ts';
import { homeBar, locateButton, mainLink, scanLink, sheetTitle, skeleton } from './home.ts';
import type { HomeBarTexts, LocateTexts } from './home.ts';
import { photoBox, stationSheet } from './stationSheet.ts';
import type { StationSheetContent } from './stationSheet.ts';

// The first screen before the app runs. The server creates it with the stations. For a page from the service worker,
// the build creates templates with the same functions. The start script fills these templates in.
//
// The app builds its home page from the same parts, but has its own containers, because its containers also need refs,
// ids, handlers and the map. src/pages/home/firstScreen.isolated.test.tsx compares the markup of the
// app and of this file, and e2e/start/firstPaint.spec.ts compares the positions on the screen.

export interface PaintedHomeTexts extends HomeBarTexts {
  home: string;
  /**
   * The texts of the button that asks for the position. A page from the service worker does not paint the button,
   * because the app may already have the position, and then shows a smaller button.
   */
  locate?: LocateTexts;
}

/** The whole first screen. The app removes elements with `data-painted`. */
export function paintedHome<Part>(
  h: CreateElement<Part>,
  texts: PaintedHomeTexts,
  sheet: readonly Part[],
): Part {
  return h(
    'div',
    { className: 'home', 'data-painted': 'home' },
    h('div', { className: 'home-map' }),
    homeBar(h, texts),
    texts.locate &&
      h(
        'div',
        { className: 'home-locate' },
        locateButton(h, texts.locate, { 'data-press': 'locate' }),
      ),
    h(
      'main',
      { className: 'home-sheet' },
      h('h1', { className: 'visually-hidden' }, texts.home),
      h('div', { className: 'home-body' }, ...sheet),
    ),
  );
}

/** The content of the sheet while there is no data. */
export function paintedSkeleton<Part>(h: CreateElement<Part>): Part[] {
  return [skeleton(h, { 'aria-hidden': 'true' })];
}

/** @param title the heading of a list. */
function head<Part>(h: CreateElement<Part>, title?: Part): Part {
  return h('div', { className: 'home-head' }, h('span', { className: 'home-grab' }), title);
}

function foot<Part>(h: CreateElement<Part>, action: Part): Part {
  return h('div', { className: 'home-foot' }, action);
}

export interface PaintedListTexts {
  around: string;
  scanToRent: string;
}

/** The content of the sheet that lists stations. */
export function paintedList<Part>(
  h: CreateElement<Part>,
  { around, scanToRent }: PaintedListTexts,
  rows: readonly Part[],
): Part[] {
  return [
    head(h, sheetTitle(h, around)),
    h('ul', { className: 'st-list' }, ...rows),
    foot(h, scanLink(h, scanToRent)),
  ];
}

export interface PaintedStationContent extends StationSheetContent {
  /** Whether the station has a main action. A paused station does not have one. */
  hasAction: boolean;
  /** The main action and its address. */
  action: string;
  actionPath: string;
  /** The classes of the main action. */
  actionLook: string;
  /** Whether the station has a photo. `blur` is a tiny version of the photo. */
  hasPhoto: boolean;
  blur: string | undefined;
}

function stationAction<Part>(
  h: CreateElement<Part>,
  { actionPath, action, actionLook }: PaintedStationContent,
): Part {
  return mainLink(h, actionPath, action, null, { className: actionLook });
}

/** Parts that only the server adds to a page. A page from the service worker does not contain them. */
export interface ServerParts<Part> {
  /** The photo of the venue. It covers the blurred picture when it has loaded. */
  photo?: Child<Part>;
  /**
   * A notice about the next station, if the shown station has no chargers. The notice is above the facts, so the app
   * would move the facts if it added the notice later.
   */
  notice?: Child<Part>;
}

/** The content of the sheet that shows the station of a link. */
export function paintedStation<Part>(
  h: CreateElement<Part>,
  content: PaintedStationContent,
  meter: Part,
  facts: readonly Part[],
  { photo, notice }: ServerParts<Part> = {},
): Part[] {
  return [
    head(h),
    stationSheet(h, content, meter, facts, {
      photo: content.hasPhoto ? photoBox(h, content.blur, photo) : null,
      notice,
    }),
    ...(content.hasAction ? [foot(h, stationAction(h, content))] : []),
  ];
}
