import type { Language } from '../../../contract/config.ts';
import type { Place, PlaceSearchResult } from '../../../contract/geo.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { nearestStations } from '../stations/nearestStations.ts';
import { GeocoderError, type Point } from '../../providers/geocoding/geocoder.ts';

/** Beyond this a station's name says nothing about a place. */
const farthestStationMetres = 1_000;

type Needed = Pick<Dependencies, 'db' | 'geocoder' | 'log'>;

/** What the place there is called: as the geocoder says, else the nearest station's name. */
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
  const [nearest] = await nearestStations(deps.db, point, 1);
  if (!nearest || nearest.metres > farthestStationMetres) return null;
  return { name: nearest.name, lat: nearest.lat, lng: nearest.lng };
}

/**
 * Places of a name; none where only our own stations are known, which have a search of their own.
 *
 * @throws {ProblemError} `unavailable` where the geocoder does not answer.
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
