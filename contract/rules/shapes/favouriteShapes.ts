import type { MyStations } from '../../favourites.ts';
import type { UsualCounts, UsualHour } from '../../stations.ts';
import { isNumber, isTime, listOf, objectOf, orNull } from './shapes.ts';
import { isStationSummary } from './stationShapes.ts';

export const isMyStations = objectOf<MyStations>({
  favourites: listOf(isStationSummary),
  usual: orNull(isStationSummary),
});

export const isUsualCounts = objectOf<UsualCounts>({
  hours: listOf(objectOf<UsualHour>({ at: isTime, chargers: isNumber, freeSlots: isNumber })),
});
