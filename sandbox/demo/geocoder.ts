import { createGazetteer } from '../../server/providers/geocoding/gazetteer/createGazetteer.ts';
import { Gazetteer } from '../../server/providers/geocoding/gazetteer/gazetteer.ts';
import type { AddressItem, NamedItem } from '../../server/providers/geocoding/gazetteer/items.ts';
import { openStreetMap, type Geocoder } from '../../server/providers/geocoding/geocoder.ts';
import { demoTilesFolder } from '../tiles.ts';
import { venues, type Venue } from './venues.ts';

/** Finds the streets and areas of the base map, and the stations' addresses and postal codes. */
export function createDemoGeocoder(): Geocoder {
  return createGazetteer({
    async make() {
      return new Gazetteer([...(await namedItems()), ...venues.map(addressOf)]);
    },
    attribution: openStreetMap,
  });
}

/** The words that a rider may type after a street or an area. */
const demoRegion = 'Chicago IL Illinois';

async function namedItems(): Promise<NamedItem[]> {
  const folder = demoTilesFolder();
  if (folder === null) return [];
  // Load the decoder at the first search, not at every start.
  const { tileItems } = await import('./tileItems.ts');
  return tileItems(folder, demoRegion);
}

function addressOf({ address, postalCode, lat, lng }: Venue): AddressItem {
  const [, houseNumber = '', street = ''] = /^(\d+) (.+)$/.exec(address) ?? [];
  return {
    kind: 'address',
    houseNumber,
    street,
    postalCode,
    region: demoRegion,
    point: { lat, lng },
  };
}
