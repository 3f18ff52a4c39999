import { makeStationId } from '../../contract/rules/places/stationId.ts';
import { seededRandom } from '../random.ts';

/**
 * Do not change the seeds: the ids of the stations are generated from them, and printed QR codes, guides and tests
 * contain these ids.
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

/** Returns the serial number of a charger as it is printed on the charger, such as `PB-7K3M92`. */
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
