import type { Language } from '../../../contract/config.ts';
import type { Place } from '../../../contract/geo.ts';

export interface Point {
  lat: number;
  lng: number;
}

/** The licence requires this text wherever the data is shown (ODbL 1.0, section 4.3). */
export const openStreetMap = '© OpenStreetMap contributors';

/** The port to a geocoder. Both calls throw {@link GeocoderError} if there is no usable answer. */
export interface Geocoder {
  /** The source of the data, shown next to results. */
  readonly attribution: string;
  /** The name of the place at a position; null if it has none. */
  placeAt(point: Point, language: Language): Promise<Place | null>;
  /**
   * Places with that name, the most likely first. If `near` is given, places near it come first.
   */
  search(text: string, near: Point | null, language: Language): Promise<Place[]>;
}

export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
  /** Seconds until it may be called again. */
  readonly retryAfter: number;

  constructor(
    message: string,
    { retryAfter = 5, cause }: { retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}
