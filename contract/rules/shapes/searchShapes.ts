import type { Place, PlaceAnswer, PlaceSearchResult } from '../../geo.ts';
import type { StationSearchResult } from '../../stations.ts';
import { isNumber, isText, listOf, objectOf, orAbsent, orNull } from './shapes.ts';
import { isStationSummary } from './stationShapes.ts';

export const isStationSearchResult = objectOf<StationSearchResult>({
  stations: listOf(isStationSummary),
});

const isPlace = objectOf<Place>({ name: isText, lat: isNumber, lng: isNumber });

export const isPlaceSearchResult = objectOf<PlaceSearchResult>({
  places: listOf(isPlace),
  attribution: orAbsent(isText),
});

export const isPlaceAnswer = objectOf<PlaceAnswer>({ place: orNull(isPlace) });
