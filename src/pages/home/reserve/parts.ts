import { withTexts } from '../../../lib/language/texts.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';

/** The code loads after the sheet and the rental, because most riders reserve nothing. */
export const reserveAt = new LazyPart(
  async () => (await withTexts(import('./ReserveAt.tsx'), 'reservations')).ReserveAt,
);
export const slotPanel = new LazyPart(
  async () => (await withTexts(import('./SlotPanel.tsx'), 'reservations')).SlotPanel,
);
