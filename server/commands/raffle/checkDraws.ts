import type { Raffle, RaffleDraws } from '../../../contract/raffle.ts';
import { prizesInTurn } from '../../../contract/rules/promotions/raffle.ts';
import { drawNumber, hashOfSeed } from '../../modules/raffles/draw.ts';

/**
 * Checks a finished raffle: the hash of its seed, the order of its prizes, the number of its draws, and each draw
 * against the seed. Returns the differences as text; the list is empty if there are no differences.
 *
 * @param published the hash that was published before the end; null if the caller does not have it.
 */
export function checkDraws(
  { type, seedHash, prizes, outOf, entries }: Omit<Raffle, 'seed' | 'mine'>,
  seed: string,
  draws: RaffleDraws['draws'],
  published: string | null,
): string[] {
  const found: string[] = [];
  const hash = hashOfSeed(seed);
  if (hash !== seedHash) found.push(`The seed's hash is ${hash}, not ${seedHash}.`);
  if (published !== null && published !== seedHash) {
    found.push(`The hash is ${seedHash}, but ${published} was published.`);
  }
  if (prizes.some(({ index }, place) => index !== place)) {
    found.push('The prizes are not in the order of their indexes.');
  }
  if (draws.length !== entries) {
    found.push(`There are ${draws.length} draws, but ${entries} entries are counted.`);
  }
  const inTurn = prizesInTurn(prizes);
  for (const [place, { number, prize }] of draws.entries()) {
    if (number !== place + 1) {
      // After a gap it is uncertain which number a draw must have, so the check stops.
      found.push(`After draw ${place} comes draw ${number}.`);
      return found;
    }
    const due = inTurn(drawNumber(seed, type, number, outOf));
    if (due !== prize)
      found.push(`Draw ${number} won ${prizeText(prize)}; expected ${prizeText(due)}.`);
  }
  return found;
}

function prizeText(prize: number | null): string {
  return prize === null ? 'nothing' : `prize ${prize}`;
}
