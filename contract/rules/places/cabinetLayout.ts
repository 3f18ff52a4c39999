/**
 * The arrangement of a cabinet's slots. The slots are numbered from left to right, and then from
 * the top down.
 */
export interface CabinetLayout {
  rows: number;
  columns: number;
}

/** The most rows or columns of a cabinet. */
export const maxLayoutSide = 99;

/** Reads a layout such as `4x2`: four rows of two slots. Returns null for any other text. */
export function readLayout(text: string): CabinetLayout | null {
  const [, rows, columns] = /^([1-9]\d?)x([1-9]\d?)$/.exec(text) ?? [];
  return rows && columns ? { rows: Number(rows), columns: Number(columns) } : null;
}

/** Writes a layout in the form that `readLayout` reads. */
export const layoutText = ({ rows, columns }: CabinetLayout) => `${rows}x${columns}`;

/** Returns the row and the column of a slot, both counted from one. */
export function placeOfSlot(
  { rows, columns }: CabinetLayout,
  slot: number,
): { row: number; column: number } | null {
  if (slot < 1 || slot > rows * columns) return null;
  return { row: Math.ceil(slot / columns), column: ((slot - 1) % columns) + 1 };
}

/**
 * Returns a likely layout for the picture of a cabinet whose layout is unknown. Most small cabinets have one column,
 * and larger cabinets have two or more.
 */
export function usualLayout(slots: number): CabinetLayout {
  const columns = slots <= 4 ? 1 : slots <= 16 ? 2 : slots <= 48 ? 4 : 8;
  return { rows: Math.max(1, Math.ceil(slots / columns)), columns };
}
