import type { Station, StationCluster, StationSummary, StationTile } from '../../stations.ts';
import {
  isCurrency,
  isFlag,
  isLatitude,
  isLongitude,
  isNumber,
  isText,
  isTime,
  listOf,
  objectOf,
  orAbsent,
  orNull,
} from './shapes.ts';

const summary = {
  id: isText,
  name: isText,
  address: isText,
  lat: isLatitude,
  lng: isLongitude,
  chargers: isNumber,
  freeSlots: isNumber,
  slots: isNumber,
  online: isFlag,
  hours: listOf(orNull(isText)),
  timeZone: isText,
  floor: orNull(isText),
  hint: orNull(isText),
  paused: orAbsent(isFlag),
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
      lat: isLatitude,
      lng: isLongitude,
      stations: isNumber,
      chargers: isNumber,
      freeSlots: isNumber,
    }),
  ),
});

export const isTariff = objectOf<Station['tariff']>({
  id: isText,
  currency: isCurrency,
  unlockFee: isNumber,
  graceMinutes: isNumber,
  rate: isNumber,
  rateMinutes: isNumber,
  freeMinutes: orAbsent(isNumber),
  cap: isNumber,
  capMinutes: isNumber,
  deposit: isNumber,
  depositCaptureMinutes: isNumber,
  lostMinutes: isNumber,
  overdueFee: isNumber,
  lostTotal: isNumber,
  foundDays: orAbsent(isNumber),
  minimumLevel: isNumber,
  minimumCharge: orAbsent(isNumber),
});

export const isStation = objectOf<Station>({
  ...summary,
  at: isTime,
  photo: orNull(isText),
  photoBlur: orAbsent(isText),
  tariff: isTariff,
});
