import { makeStationId } from '../../contract/rules/places/stationId.ts';
import { seededRandom } from '../random.ts';

/** Do not change the seeds: printed QR codes, guides and tests contain the resulting ids. */
const idSeed = 20_261_121;
const stockSeed = 41_878_087;

export function demoStationIds(count: number): string[] {
  const random = seededRandom(idSeed);
  const ids = new Set<string>();
  while (ids.size < count) ids.add(makeStationId((below) => Math.floor(random() * below)));
  return [...ids];
}

const serialAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A charger's serial number, such as `PB-7K3M92`, as printed on the charger. */
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
