import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { withTexts } from '../../../lib/language/texts.ts';

/** The code loads after the sheet, because it is not urgent. */
export const stationExtras = new LazyPart(
  async () => (await withTexts(import('./StationExtras.tsx'), 'favourites')).StationExtras,
);

export const myStations = new LazyPart(
  async () => (await withTexts(import('./MyStations.tsx'), 'favourites')).MyStations,
);

export const noFavourites = new LazyPart(
  async () => (await withTexts(import('./NoFavourites.tsx'), 'favourites')).NoFavourites,
);
