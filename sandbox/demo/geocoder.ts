import { createGazetteer } from '../../server/providers/geocoding/gazetteer/createGazetteer.ts';
import { Gazetteer } from '../../server/providers/geocoding/gazetteer/gazetteer.ts';
import type { AddressItem, NamedItem } from '../../server/providers/geocoding/gazetteer/items.ts';
import { openStreetMap, type Geocoder } from '../../server/providers/geocoding/geocoder.ts';
import { demoTilesFolder } from '../tiles.ts';
import { venues, type Venue } from './venues.ts';

/**
 * Creates a geocoder that finds streets and areas of the base map, and addresses and postal codes
 * of stations.
 */
export function createDemoGeocoder(): Geocoder {
  return createGazetteer({
    async make() {
      return new Gazetteer([...(await namedItems()), ...venues.map(addressOf)]);
    },
    attribution: openStreetMap,
  });
}

/** The words that a rider may type after the name of a street or an area. */
const demoRegion = 'Chicago IL Illinois';

async function namedItems(): Promise<NamedItem[]> {
  const folder = demoTilesFolder();
  if (folder === null) return [];
  // Load the tile decoder only at the first search, because most runs never need it.
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
