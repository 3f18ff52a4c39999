import type { BaseMap, Config, MapOverlay } from '../../config.ts';
import {
  isFlag,
  isLatitude,
  isLongitude,
  isMoney,
  isNumber,
  isOneOf,
  isText,
  isWithin,
  listOf,
  objectOf,
  orAbsent,
  orNull,
} from './shapes.ts';
import { maxZoom, minZoom } from '../places/tiles.ts';

type DrawnMap = Exclude<BaseMap, { kind: 'none' }>;

const isDrawn = objectOf<
  Record<'url' | 'attribution', string> & { kind: DrawnMap['kind']; maxDataZoom: number }
>({
  kind: isOneOf('mvt', 'raster', 'pmtiles'),
  url: isText,
  maxDataZoom: isNumber,
  attribution: isText,
});

const isNotDrawn = objectOf<{ kind: 'none' }>({ kind: isOneOf('none') });

type Terms = NonNullable<Config['terms']>;

const isPrice = orNull(isMoney);
const isLength = orNull(isNumber);

const isTerms = objectOf<Terms>({
  unlockFee: isPrice,
  graceMinutes: isLength,
  rate: isPrice,
  rateMinutes: isLength,
  freeMinutes: isLength,
  cap: isPrice,
  capMinutes: isLength,
  deposit: isPrice,
  depositCaptureMinutes: isLength,
  lostMinutes: isLength,
  overdueFee: isPrice,
  lostTotal: isPrice,
  foundDays: orAbsent(isLength),
  chargerWaitSeconds: isNumber,
});

export const isConfig = objectOf<Config>({
  version: isText,
  brand: objectOf<Config['brand']>({ name: isText, supportPhone: isText }),
  country: isText,
  map: objectOf<Config['map']>({
    center: objectOf<Config['map']['center']>({ lat: isLatitude, lng: isLongitude }),
    zoom: isWithin(minZoom, maxZoom),
    base: (value): value is BaseMap => isDrawn(value) || isNotDrawn(value),
    overlays: listOf(
      objectOf<MapOverlay>({
        kind: isOneOf('traffic', 'transit', 'bicycle'),
        url: isText,
        attribution: isText,
      }),
    ),
    directionsUrl: isText,
  }),
  linkHosts: listOf(isText),
  signInProviders: listOf(isOneOf('facebook', 'apple', 'google')),
  refunds: objectOf<Config['refunds']>({
    minimumDays: isNumber,
    maximumDays: isNumber,
    supportAfterDays: isNumber,
  }),
  referral: objectOf<Config['referral']>({ reward: isMoney }),
  terms: orAbsent(isTerms),
  goCash: orAbsent(objectOf<NonNullable<Config['goCash']>>({ refundable: isFlag })),
  bankPage: isOneOf('frame', 'page'),
  push: (value): value is Config['push'] =>
    value === null || objectOf<NonNullable<Config['push']>>({ publicKey: isText })(value),
  sandbox: isFlag,
});
