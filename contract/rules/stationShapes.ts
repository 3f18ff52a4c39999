import type { Station, StationCluster, StationSummary, StationTile } from '../stations.ts';
import { isFlag, isNumber, isText, isTime, listOf, objectOf, orNull } from './shapes.ts';

const summary = {
  id: isText,
  name: isText,
  address: isText,
  lat: isNumber,
  lng: isNumber,
  chargers: isNumber,
  freeSlots: isNumber,
  slots: isNumber,
  online: isFlag,
  hours: listOf(orNull(isText)),
  timeZone: isText,
  floor: orNull(isText),
  hint: orNull(isText),
};

export const isStationSummary = objectOf<StationSummary>(summary);

export const isStationTile = objectOf<StationTile>({
  z: isNumber,
  x: isNumber,
  y: isNumber,
  at: isTime,
  stations: listOf(isStationSummary),
  clusters: listOf(
    objectOf<StationCluster>({
      lat: isNumber,
      lng: isNumber,
      stations: isNumber,
      chargers: isNumber,
      freeSlots: isNumber,
    }),
  ),
});

export const isStation = objectOf<Station>({
  ...summary,
  at: isTime,
  photo: orNull(isText),
  tariff: objectOf<Station['tariff']>({
    id: isText,
    currency: isText,
    unlockFee: isNumber,
    graceMinutes: isNumber,
    rate: isNumber,
    rateMinutes: isNumber,
    freeMinutes: (value): value is number | undefined => value === undefined || isNumber(value),
    cap: isNumber,
    capMinutes: isNumber,
    deposit: isNumber,
    depositCaptureMinutes: isNumber,
    lostMinutes: isNumber,
    overdueFee: isNumber,
    lostTotal: isNumber,
    minimumLevel: isNumber,
  }),
});
