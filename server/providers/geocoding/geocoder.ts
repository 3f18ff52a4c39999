import type { Language } from '../../../contract/config.ts';
import type { Place } from '../../../contract/geo.ts';

export interface Point {
  lat: number;
  lng: number;
}

/** The licence of OpenStreetMap requires this text wherever its data is shown (ODbL 1.0, section 4.3). */
export const openStreetMap = '© OpenStreetMap contributors';

/**
 * The port to a geocoder. `placeAt` and `search` throw {@link GeocoderError} if there is no usable answer, or if too
 * many calls are waiting.
 */
export interface Geocoder {
  /** The source of the data. The app shows it next to the results. */
  readonly attribution: string;
  /** The place at or near a position; null if no place with a name is found. */
  placeAt(point: Point, language: Language): Promise<Place | null>;
  /**
   * Returns the places with this name, the most likely first. If `near` is given, places near this point are preferred.
   */
  search(text: string, near: Point | null, language: Language): Promise<Place[]>;
}

export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
  /** The seconds until the geocoder may be called again. */
  readonly retryAfter: number;

  constructor(
    message: string,
    { retryAfter = 5, cause }: { retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}
