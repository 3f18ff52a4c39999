import { useTranslation } from 'react-i18next';
import { placeOfSlot } from '../../../contract/rules/places/cabinetLayout.ts';
import type { Cabinet } from './CabinetPicture.tsx';

const sides = { 2: ['left', 'right'], 3: ['left', 'middle', 'right'] } as const;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/**
 * Returns where a slot is, such as `second row, left`. Returns null if the slot or the arrangement of the slots is
 * unknown, because a wrong direction is worse than none.
 */
export function useSlotPlace(cabinet: Cabinet, slot: number | null): string | null {
  const { t } = useTranslation('rental');
  const { layout } = cabinet;
  const place = layout && slot !== null ? placeOfSlot(layout, slot) : null;
  if (!layout || !place) return null;
  const ordinal = ordinals[place.row - 1];
  const row = ordinal ? t(($) => $.place[ordinal]) : t(($) => $.place.row, { row: place.row });
  if (layout.columns === 1) return row;
  const names = layout.columns === 2 ? sides[2] : layout.columns === 3 ? sides[3] : [];
  const side = names[place.column - 1];
  const column = side
    ? t(($) => $.place[side])
    : t(($) => $.place.column, { column: place.column });
  return layout.rows === 1 ? column : t(($) => $.place.both, { row, column });
}
