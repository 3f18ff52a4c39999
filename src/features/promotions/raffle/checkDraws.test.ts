import { expect, test } from 'vitest';
import type { Raffle } from '../../../../contract/raffle.ts';
import { checkDraws } from './checkDraws.ts';
import type { ReportedDraw } from './checkDraws.ts';
import { oneIn } from './formatOdds.ts';

// Another program (Node with OpenSSL's HMAC) computed these values: 300 draws of the raffle
// `autumn` from this seed. Of ten chances, two win the first prize, and three win the second prize.
// Only three first prizes are in stock.
const seed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const seedHash = '4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef';
const otherSeed = seed.replaceAll('0', '1');
const otherHash = '040e208b1f5a48463f7f9ea959dcd83f3cdf51c5ea77a6691761c1405afc123c';
const drawn =
  '-0-001-------1------11--11-11----1----1--11-----------111-1-1-1--1--1-1-1-1' +
  '1---1--1---1----1-1-1----1--1-1--1-111-11-1--11-------1---1--11---11-1-1-11' +
  '--1-11----11-------11-----------1-1-----11--1----1-----1----1---11-1-----1-' +
  '--111-1--1--1----11--1-11----------1111--11--11-1--------------1-----------';

const all: ReportedDraw[] = Array.from(drawn, (mark, index) => ({
  number: index + 1,
  prize: mark === '-' ? null : Number(mark),
}));
const raffle: Raffle = {
  type: 'autumn',
  outOf: 10,
  prizes: [
    {
      index: 0,
      reward: { kind: 'goCash', amount: { amount: 100, currency: 'USD' } },
      chances: 2,
      stock: 3,
    },
    {
      index: 1,
      reward: { kind: 'freeMinutes', minutes: 30, validDays: 7 },
      chances: 3,
      stock: null,
    },
  ],
  seedHash,
  seed,
  entries: all.length,
  mine: null,
};

interface Given {
  published?: Partial<Raffle>;
  savedHash?: string;
}

const checkAll = (reported: readonly ReportedDraw[], { published, savedHash }: Given = {}) =>
  checkDraws({
    raffle: { ...raffle, ...published },
    savedHash: savedHash ?? null,
    reported,
    isAll: true,
  });

const checkMine = (...numbers: number[]) =>
  checkDraws({
    raffle,
    savedHash: seedHash,
    reported: all.filter(({ number }) => numbers.includes(number)).toReversed(),
    isAll: false,
  });

test('draws are correct if each matches the seed and the remaining stock', async () => {
  expect(await checkAll(all)).toEqual({ status: 'right', count: 300 });
  expect(await checkMine(5, 280)).toEqual({ status: 'right', count: 2 });
});

test('the check finds one wrong draw', async () => {
  const forged = all.map((draw) => (draw.number === 280 ? { ...draw, prize: 0 } : draw));
  expect(await checkAll(forged)).toEqual({ status: 'wrong', number: 280 });
});

test('the check finds a seed that does not match its hash, a different hash, and missing draws', async () => {
  expect(await checkAll(all, { published: { seed: otherSeed } })).toEqual({ status: 'otherSeed' });
  const published = { seed: otherSeed, seedHash: otherHash };
  expect(await checkAll(all, { published, savedHash: seedHash })).toEqual({ status: 'otherHash' });
  expect(await checkAll(all.slice(0, -1))).toEqual({ status: 'incomplete' });
  expect(await checkAll(all.toSpliced(5, 1))).toEqual({ status: 'incomplete' });
});

test.each([
  [250, 1000, 'en', '4'],
  [300, 1000, 'en', '3.3'],
  [1, 1_000_000, 'en', '1,000,000'],
  [3, 10, 'es', '3.3'],
  [7, 10_000, 'zh-CN', '1,428.6'],
])('%i of %i chances in %s are shown as "one in %s"', (chances, outOf, language, text) => {
  expect(oneIn(chances, outOf, language)).toBe(text);
});
