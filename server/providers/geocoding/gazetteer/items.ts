import type { Point } from '../geocoder.ts';

/** The shape of an item: its lines, each a list of points. A single position is one line with one point. */
export type Shape = readonly (readonly Point[])[];

export const entryKinds = ['postalCode', 'area', 'street', 'place'] as const;
export type EntryKind = (typeof entryKinds)[number];

interface Surroundings {
  /** The city, which the app shows after the name. */
  city?: string | undefined;
  /** A state or a district. Riders can search for it, but the app does not show it. */
  region?: string | undefined;
}

export interface NamedItem extends Surroundings {
  kind: EntryKind;
  name: string;
  /** Other names by which riders can find the place. */
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

/** An item of a gazetteer file. */
export type GazetteerItem = NamedItem | AddressItem;
