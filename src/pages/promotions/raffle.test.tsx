import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Campaign } from '../../../contract/campaigns.ts';
import { paths } from '../../../contract/paths.ts';
import type { Raffle, RaffleEntry } from '../../../contract/raffle.ts';
import { autumn, autumnRaffle, autumnSeed, claim, claimable } from '../../testing/campaigns.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

function answerRaffle(campaign: Campaign, raffle: Raffle): void {
  network.use(
    http.get(paths.campaigns, () =>
      HttpResponse.json({ campaigns: campaign.state === 'running' ? [campaign] : [] }),
    ),
    http.get(paths.campaign, () => HttpResponse.json(campaign)),
    http.get(paths.raffle, () => HttpResponse.json(raffle)),
  );
}

const at = '2026-11-22T18:00:00.000Z';
const tomorrow = '2026-11-23T06:00:00.000Z';
const running: Campaign = { ...autumn, mine: claimable };
const used: Campaign = { ...autumn, mine: { obstacle: 'claimed', claims: [] } };
const amount = { amount: 500, currency: 'USD' };
const won: RaffleEntry = {
  number: 5,
  at,
  prize: 0,
  claim: { ...claim, reward: { kind: 'goCash', amount }, coupon: null },
};
const nothing: RaffleEntry = { number: 5, at, prize: null, claim: null };

const section = (name: string) =>
  within(screen.getByRole('heading', { level: 2, name }).closest('section') ?? document.body);
const rows = (name: string) =>
  section(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('a guest sees the odds, the rules and the hash @slow', async () => {
  answerRaffle(autumn, autumnRaffle);
  await openApp('/raffle');
  await screen.findByRole('heading', { level: 2, name: 'Prizes and odds' });
  expect(document.title).toBe('Raffle');
  expect(window.location.search).toBe('?type=autumn');
  expect(rows('Prizes and odds')).toEqual([
    '$5.00 in GoCash3 in total1 in 5',
    '1 hour of free rental timeNo limit1 in 3.3',
  ]);
  expect(screen.getByText('Any prize: 1 in 2. All other draws win nothing.')).toBeDefined();
  expect(rows('Rules')).toContain('One draw per person per day.');
  expect(screen.getByText(autumnRaffle.seedHash)).toBeDefined();
  expect(screen.getByText('The seed is published when the raffle has ended.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in to take part' }).getAttribute('href')).toBe(
    '/login?next=%2Fraffle%3Ftype%3Dautumn',
  );
  expect(screen.queryByRole('button', { name: 'Draw' })).toBeNull();
});

test('the explanation with the hash is closed until the visitor opens it', async () => {
  answerRaffle(autumn, autumnRaffle);
  const { user } = await openApp('/raffle?type=autumn');
  const heading = await screen.findByRole('heading', { name: 'Nobody can choose who wins' });
  const proof = screen.getByText(autumnRaffle.seedHash).closest('details');
  expect(proof?.open).toBe(false);
  await user.click(heading);
  expect(proof?.open).toBe(true);
});

test('after the end of the raffle, the explanation with the hash is open', async () => {
  answerOver(draws, []);
  await openApp('/raffle?type=autumn', 'rider');
  await screen.findByText('The raffle has ended.');
  expect(screen.getByText(autumnSeed).closest('details')?.open).toBe(true);
});

test.each([
  ['a prize', won, 'You won $5.00 in GoCash'],
  ['nothing', nothing, 'No prize this time'],
])('the result of a draw is announced: %s', async (_, entry, words) => {
  answerRaffle(running, { ...autumnRaffle, mine: { nextEntryAt: null, entries: [] } });
  const keys: (string | null)[] = [];
  network.use(
    http.post(paths.raffleEntries, async ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      expect(await request.text()).toBe('');
      answerRaffle(used, {
        ...autumnRaffle,
        mine: { nextEntryAt: tomorrow, entries: [entry] },
      });
      return HttpResponse.json(entry, { status: 201 });
    }),
  );
  const { user } = await openApp('/raffle?type=autumn', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Draw' }));
  const said = await screen.findByText(words, { selector: '[role=status] p' });
  expect(said).toBeDefined();
  await screen.findByText("You have used today's draw.");
  // The app requests the campaign and the raffle again, with two separate requests.
  await screen.findByText('Nov 23, 2026, 12:00 AM');
  expect(rows('My draws')).toEqual([expect.stringMatching(/Nov 22, 2026, 12:00\sPMNo\. 5$/)]);
  expect(screen.queryByRole('button', { name: 'Draw' })).toBeNull();
  // After a press by keyboard, the result must have the focus.
  expect(document.activeElement).toBe(said.parentElement);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test('after the rider used the entry of the day on another device, the page shows that it is used', async () => {
  answerRaffle(running, { ...autumnRaffle, mine: { nextEntryAt: null, entries: [] } });
  network.use(http.post(paths.raffleEntries, () => problem('campaignClaimed')));
  const { user } = await openApp('/raffle?type=autumn', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Draw' }));
  expect((await screen.findByRole('alert')).textContent).toBe("You have used today's draw.");
});

/**
 * The first six draws of `autumnSeed`, computed with OpenSSL. They are the same draws as the first
 * six characters, `-0-001`, of `drawn` in checkDraws.test.ts.
 */
const draws = [null, 0, null, 0, 0, 1].map((prize, index) => ({ number: index + 1, prize }));

function answerOver(told: typeof draws, mine: readonly number[]): void {
  answerRaffle(
    { ...autumn, state: 'ended', mine: claimable },
    {
      ...autumnRaffle,
      seed: autumnSeed,
      entries: 6,
      mine: {
        nextEntryAt: null,
        entries: told
          .filter(({ number }) => mine.includes(number))
          .map((draw) => ({ ...draw, at, claim: null })),
      },
    },
  );
  network.use(
    http.get(paths.raffleDraws, ({ request }) => {
      const after = Number(new URL(request.url).searchParams.get('after') ?? 0);
      const page = told.filter(({ number }) => number > after).slice(0, 4);
      return HttpResponse.json({ draws: page, next: after === 0 ? 4 : null });
    }),
  );
}

test('after the end of the raffle, the rider can verify each draw', async () => {
  answerOver(draws, [2, 6]);
  const { user } = await openApp('/raffle?type=autumn', 'rider');
  await screen.findByText('The raffle has ended.');
  expect(screen.getByText(autumnSeed)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Check my draws' }));
  await screen.findByText('All your 2 draws match the seed.');
  await user.click(screen.getByRole('button', { name: 'Check all draws' }));
  await screen.findByText('All 6 draws match the seed.');
});

test('the check finds a draw that was changed after the raffle', async () => {
  answerOver(
    draws.map((draw) => (draw.number === 4 ? { ...draw, prize: null } : draw)),
    [],
  );
  const { user } = await openApp('/raffle?type=autumn', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Check all draws' }));
  await screen.findByText('Draw no. 4 does not match the seed. Please contact support.');
  expect(screen.queryByRole('button', { name: 'Check my draws' })).toBeNull();
});

test('the check uses the hash that the device stored', async () => {
  const open = { ...autumnRaffle, mine: { nextEntryAt: null, entries: [] } };
  answerRaffle(running, { ...open, seedHash: 'a'.repeat(64) });
  network.use(http.post(paths.raffleEntries, () => HttpResponse.json(nothing, { status: 201 })));
  const first = await openApp('/raffle?type=autumn', 'rider');
  await first.user.click(await screen.findByRole('button', { name: 'Draw' }));
  await screen.findByText('No prize this time', { selector: '[role=status] p' });
  first.unmount();
  answerOver(draws, [2]);
  const { user } = await openApp('/raffle?type=autumn', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Check my draws' }));
  const said = await screen.findByText(/^The hash is not the one that this device saved/);
  expect(said.closest('[role=status]')).not.toBeNull();
});

test('without a running raffle, the page shows that and links to the last raffle', async () => {
  const first = await openApp('/raffle');
  await screen.findByText('No raffle is running right now');
  expect(screen.queryByRole('link', { name: 'See the last raffle' })).toBeNull();
  first.unmount();
  localStorage.setItem('raffleHashes', JSON.stringify([['autumn', autumnRaffle.seedHash]]));
  await openApp('/raffle');
  const way = await screen.findByRole('link', { name: 'See the last raffle' });
  expect(way.getAttribute('href')).toBe('/raffle?type=autumn');
});
