import type { Language } from '../../../contract/config.ts';
import type { Place } from '../../../contract/geo.ts';

export interface Point {
  lat: number;
  lng: number;
}

/** The licence requires this text wherever the data is shown (ODbL 1.0, section 4.3). */
export const openStreetMap = '© OpenStreetMap contributors';

/** The port to a geocoder. Both calls throw {@link GeocoderError} if the answer is missing or unusable. */
export interface Geocoder {
  /** The source of the data. The app shows it next to the results. */
  readonly attribution: string;
  /** The name of the place at a position; null if the place has no name. */
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
