import type { Language } from '../../../contract/config.ts';
import type { Place } from '../../../contract/geo.ts';

export interface Point {
  lat: number;
  lng: number;
}

/** Its contributors are named wherever their data are shown (ODbL 1.0, section 4.3). */
export const openStreetMap = '© OpenStreetMap contributors';

/** The port to a geocoder. Both calls throw {@link GeocoderError} if there is no usable answer. */
export interface Geocoder {
  /** The source of the data, shown next to results. */
  readonly attribution: string;
  /** The name of the place at a position; null if it has none. */
  placeAt(point: Point, language: Language): Promise<Place | null>;
  /** Places of that name, the likeliest first, those near a point before others where one is given. */
  search(text: string, near: Point | null, language: Language): Promise<Place[]>;
}

export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
  /** Seconds after which it may be called again. */
  readonly retryAfter: number;

  constructor(
    message: string,
    { retryAfter = 5, cause }: { retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}
