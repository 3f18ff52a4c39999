import { makeStationId } from '../../contract/rules/places/stationId.ts';
import { seededRandom } from '../random.ts';

/**
 * Do not change the seeds. The ids of the stations are generated from `idSeed`, and printed QR codes, guides and tests
 * contain these ids. The first stock of the cabinets is generated from `stockSeed`: the filled slots, and the serial
 * numbers and levels of the chargers.
 */
const idSeed = 20_261_121;
const stockSeed = 41_878_087;

export function demoStationIds(count: number): string[] {
  const random = seededRandom(idSeed);
  const ids = new Set<string>();
  while (ids.size < count) ids.add(makeStationId((below) => Math.floor(random() * below)));
  return [...ids];
}

const serialAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Generates a random serial number in the form that is printed on chargers, such as `PB-7K3M92`. */
export function makeSerial(random: () => number): string {
  let serial = 'PB-';
  for (let i = 0; i < 6; i++) {
    serial += serialAlphabet.charAt(Math.floor(random() * serialAlphabet.length));
  }
  return serial;
}

export function demoStockRandom(): () => number {
  return seededRandom(stockSeed);
}
