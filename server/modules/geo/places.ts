import type { Language } from '../../../contract/config.ts';
import type { Place, PlaceSearchResult } from '../../../contract/geo.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { nearestStations } from '../stations/nearestStations.ts';
import { GeocoderError, type Point } from '../../providers/geocoding/geocoder.ts';

/** The name of a station describes a position up to this distance. */
const farthestStationMetres = 1_000;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'geocoder' | 'log'>;

/**
 * The name of a position: the name from the geocoder, or the name of the nearest station if the geocoder has none or
 * fails. The result is null if no station is near.
 */
export async function placeAt(
  deps: Needed,
  point: Point,
  language: Language,
): Promise<Place | null> {
  try {
    const place = await deps.geocoder?.placeAt(point, language);
    if (place) return place;
  } catch (error) {
    if (!(error instanceof GeocoderError)) throw error;
    deps.log.warn({ err: error }, 'the geocoder did not name a place');
  }
  const [nearest] = await nearestStations(deps.db, point, 1, deps.clock.now());
  if (!nearest || nearest.metres > farthestStationMetres) return null;
  return { name: nearest.name, lat: nearest.lat, lng: nearest.lng };
}

/**
 * Searches places by their name. Without a geocoder the list is empty, because the search for stations is separate.
 *
 * @throws {ProblemError} `unavailable` if the geocoder does not answer, or answers with an error.
 */
export async function placesNamed(
  { geocoder, log }: Needed,
  text: string,
  near: Point | null,
  language: Language,
): Promise<PlaceSearchResult> {
  if (!geocoder) return { places: [] };
  try {
    const places = await geocoder.search(text, near, language);
    return { places, attribution: geocoder.attribution };
  } catch (error) {
    if (!(error instanceof GeocoderError)) throw error;
    log.warn({ err: error }, 'the geocoder did not find places');
    throw new ProblemError('unavailable', { retryAfter: error.retryAfter });
  }
}
