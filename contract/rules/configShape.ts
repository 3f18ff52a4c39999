import type { BaseMap, Config, MapOverlay } from '../config.ts';
import { isFlag, isNumber, isOneOf, isText, listOf, objectOf } from './shapes.ts';

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

export const isConfig = objectOf<Config>({
  version: isText,
  brand: objectOf<Config['brand']>({ name: isText, supportPhone: isText }),
  country: isText,
  map: objectOf<Config['map']>({
    center: objectOf<Config['map']['center']>({ lat: isNumber, lng: isNumber }),
    zoom: isNumber,
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
  referral: objectOf<Config['referral']>({
    reward: objectOf<Config['referral']['reward']>({ amount: isNumber, currency: isText }),
  }),
  bankPage: isOneOf('frame', 'page'),
  push: (value): value is Config['push'] =>
    value === null || objectOf<NonNullable<Config['push']>>({ publicKey: isText })(value),
  sandbox: isFlag,
});
