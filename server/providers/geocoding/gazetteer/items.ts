import type { Point } from '../geocoder.ts';

/** One position, or the lines of a street. */
export type Shape = readonly (readonly Point[])[];

export const entryKinds = ['postalCode', 'area', 'street', 'place'] as const;
export type EntryKind = (typeof entryKinds)[number];

interface Surroundings {
  /** Shown after the name. */
  city?: string | undefined;
  /** Found by, not shown: a state or a district. */
  region?: string | undefined;
}

export interface NamedItem extends Surroundings {
  kind: EntryKind;
  name: string;
  /** Other names that it is found by. */
  otherNames?: readonly string[];
  shape: Shape;
}

export interface AddressItem extends Surroundings {
  kind: 'address';
  street: string;
  houseNumber: string;
  postalCode?: string | undefined;
  point: Point;
}

/** What a gazetteer is made of. */
export type GazetteerItem = NamedItem | AddressItem;
