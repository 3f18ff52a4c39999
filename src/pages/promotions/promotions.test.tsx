import { QueryStatus } from '@reduxjs/toolkit/query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Campaign } from '../../../contract/campaigns.ts';
import { paths } from '../../../contract/paths.ts';
import { reportReached, reportUnreached } from '../../api/connection.ts';
import { autumn, claim, claimable, ticket, welcome } from '../../testing/campaigns.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  reportReached();
});
fakeNetwork();

/** Serves these campaigns. The list contains only the running campaigns. */
function answerCampaigns(...campaigns: Campaign[]): void {
  network.use(
    http.get(paths.campaigns, () =>
      HttpResponse.json({ campaigns: campaigns.filter(({ state }) => state === 'running') }),
    ),
    http.get(paths.campaign, ({ params }) => {
      const found = campaigns.find(({ type }) => type === params['type']);
      return found ? HttpResponse.json(found) : problem('campaignNotFound');
    }),
  );
}

const refuseClaims = (code: Parameters<typeof problem>[0]) =>
  network.use(http.post(paths.campaignClaims, () => problem(code)));

const main = () => screen.getByRole('main').textContent ?? '';

test('a guest sees the offer, its end and its terms above the button, and sees the offer again after the login', async () => {
  answerCampaigns(welcome);
  const { user } = await openApp('/welcome/launcher');
  await screen.findByRole('heading', { level: 1, name: 'Welcome' });
  expect(document.title).toBe('Offer');
  expect(main()).toContain('$3.00 Discount on a rental');
  expect(main()).toContain('For new users');
  expect(main()).toContain('Use it within 30 days');
  expect(main()).toContain('Ends Dec 1, 2026, 12:00\u00A0AM');
  const terms = screen.getByRole('link', { name: 'Terms of this promotion' });
  expect(terms.getAttribute('href')).toBe('/new-user-prom/terms?type=welcome');
  const start = screen.getByRole('link', { name: 'Start' });
  expect(terms.compareDocumentPosition(start)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  await user.click(start);
  const logIn = await screen.findByRole('link', { name: 'Log in to claim' });
  expect(document.title).toBe('Claim the offer');
  expect(logIn.getAttribute('href')).toBe('/login?next=%2Fwelcome%2Fstart');
  expect(
    screen
      .getAllByRole('listitem')
      .slice(0, 3)
      .map((step) => step.textContent),
  ).toEqual([
    expect.stringMatching(/^1Claim itLog in with your phone/),
    expect.stringMatching(/^2Scan and unlock/),
    expect.stringMatching(/^3Pay less/),
  ]);
});

test('a rider claims an offer with a press, only once and with one key, and gets the coupon', async () => {
  answerCampaigns({ ...welcome, mine: claimable });
  const keys: (string | null)[] = [];
  network.use(
    http.post(paths.campaignClaims, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      if (keys.length === 1) return HttpResponse.error();
      answerCampaigns({ ...welcome, mine: { obstacle: 'claimed', claims: [claim] } });
      return HttpResponse.json(claim, { status: 201 });
    }),
  );
  const { user } = await openApp('/welcome/start', 'rider');
  const button = await screen.findByRole('button', { name: 'Claim' });
  expect(keys).toEqual([]);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await user.click(button);
  await screen.findByText(
    "The server did not answer, so we don't know yet whether it worked. It can't be counted twice. Try again.",
  );
  reportReached();
  await user.click(await screen.findByRole('button', { name: 'Claim' }));

  await screen.findByRole('heading', { level: 1, name: 'Your reward' });
  expect(window.location.pathname + window.location.search).toBe('/activityCoupon?type=welcome');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  const [card] = await screen.findAllByRole('article');
  expect(card?.textContent).toContain('$3.00');
  expect(card?.textContent).toContain('Expires Dec 22, 2026');

  await user.click(screen.getByRole('link', { name: 'Redeem Now' }));
  await screen.findByRole('heading', { level: 1, name: 'Redeem Now' });
  expect(document.title).toBe('Redeem Now');
  await screen.findByText('It is applied automatically to your next rental.');
  expect(screen.getByRole('link', { name: 'Scan to rent' }).getAttribute('href')).toBe(
    '/home/scan',
  );
  expect(screen.getByRole('link', { name: 'Find a station' }).getAttribute('href')).toBe('/search');
});

test('if the rider has left the page, the answer to a claim does not open another page', async () => {
  answerCampaigns({ ...welcome, mine: claimable });
  let answer: (response: Response) => void = () => undefined;
  network.use(
    http.post(paths.campaignClaims, () => new Promise<Response>((resolve) => (answer = resolve))),
  );
  const { user, store } = await openApp('/welcome/start', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Claim' }));
  await screen.findByText('Claiming…');
  await user.click(screen.getByRole('link', { name: 'Terms of this promotion' }));
  await screen.findByRole('heading', { level: 1, name: 'Promotion terms' });
  answer(HttpResponse.json(claim, { status: 201 }));
  await waitFor(() => {
    const { mutations } = store.getState().api;
    expect(Object.values(mutations).some((one) => one?.status === QueryStatus.pending)).toBe(false);
  });
  expect(window.location.pathname).toBe('/new-user-prom/terms');
});

test.each<[string, Partial<Campaign>, string, way: string]>([
  [
    'claimed',
    { mine: { obstacle: 'claimed', claims: [claim] } },
    'You have already claimed this.',
    'See what you got',
  ],
  [
    'for others',
    { mine: { obstacle: 'notNewRider', claims: [] } },
    'This is for new users',
    'Back to home',
  ],
  [
    'sold out',
    { state: 'soldOut', mine: claimable },
    'All rewards have been claimed',
    'Back to home',
  ],
  ['not begun', { state: 'upcoming', mine: claimable }, 'has not started yet', 'Back to home'],
])(
  'both pages of an offer with the state "%s" show the state and a link to another page',
  async (_, changed, words, way) => {
    answerCampaigns({ ...welcome, ...changed });
    const launcher = await openApp('/welcome/launcher', 'rider');
    await screen.findByText(new RegExp(words));
    expect(screen.getByRole('link', { name: way })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Start' })).toBeNull();
    launcher.unmount();
    await openApp('/welcome/start', 'rider');
    await screen.findByText(new RegExp(words));
    expect(screen.getByRole('link', { name: way })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull();
  },
);

test('an offer for a city asks for the position only on a tap', async () => {
  answerCampaigns({
    ...welcome,
    audience: 'cities',
    cities: ['Chicago', 'Milwaukee'],
    mine: { obstacle: 'otherCity', claims: [] },
  });
  await openApp('/welcome/launcher', 'rider');
  await screen.findByText(
    'This is only for people who are in Chicago and Milwaukee or have rented there.',
  );
  expect(screen.getByRole('button', { name: 'Use my location' })).toBeDefined();
});

test.each([
  ['campaignSoldOut', 'All rewards of this promotion have been claimed.'],
  ['campaignNotForYou', "You can't take part in this promotion."],
  ['campaignClaimed', 'You have already claimed this.'],
] as const)('if a claim is refused with %s, the page explains why', async (code, words) => {
  answerCampaigns({ ...welcome, mine: claimable });
  refuseClaims(code);
  const { user } = await openApp('/welcome/start', 'rider');
  const button = await screen.findByRole('button', { name: 'Claim' });
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(window.location.pathname).toBe('/welcome/start');
});

test('if an offer ends while it is open, the page for ended offers opens', async () => {
  answerCampaigns({ ...welcome, mine: claimable });
  const { user } = await openApp('/welcome/start', 'rider');
  const button = await screen.findByRole('button', { name: 'Claim' });
  network.use(
    http.post(paths.campaignClaims, () => {
      answerCampaigns({ ...welcome, state: 'ended', mine: claimable });
      return problem('campaignEnded');
    }),
  );
  await user.click(button);
  await screen.findByRole('heading', { level: 1, name: 'This promotion has ended' });
  expect(window.location.pathname + window.location.search).toBe('/eventEnded?type=welcome');
  expect(main()).toContain('WelcomeEnded Dec 1, 2026, 12:00\u00A0AM');
  expect(screen.getByRole('link', { name: 'Back to home' })).toBeDefined();
});

test('an ended offer leads riders with a claim to their reward', async () => {
  answerCampaigns({ ...welcome, state: 'ended', mine: { obstacle: 'claimed', claims: [claim] } });
  const { user } = await openApp('/welcome/launcher', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'This promotion has ended' });
  await user.click(await screen.findByRole('link', { name: 'See what you got' }));
  const [card] = await screen.findAllByRole('article');
  expect(card?.textContent).toContain('$3.00');
});

test.each([
  '/nothing/launcher',
  '/NOT-a-type/start',
  '/a%20b/launcher',
  `/${'x'.repeat(41)}/start`,
])('%s names no campaign and leads to the page for ended offers', async (address) => {
  answerCampaigns(welcome);
  await openApp(address);
  await screen.findByRole('heading', { level: 1, name: 'This promotion has ended' });
  expect(window.location.pathname + window.location.search).toBe('/eventEnded');
  await waitFor(() => expect(document.title).toBe('Promotion ended'));
  await screen.findByRole('link', { name: 'See other offers' });
});

test('a reward in GoCash has no ticket, and the page explains how to pay with it', async () => {
  const amount = { amount: 500, currency: 'USD' };
  const paid = { ...claim, reward: { kind: 'goCash' as const, amount }, coupon: null };
  answerCampaigns({ ...welcome, mine: { obstacle: 'claimed', claims: [paid] } });
  await openApp('/activityRedeemNow', 'rider');
  await screen.findByText('$5.00 was added to your GoCash.');
  expect(window.location.search).toBe('?type=welcome');
  expect(screen.getByRole('link', { name: 'See my GoCash' }).getAttribute('href')).toBe('/payment');
});

test.each([
  ['reserved', 'It is in use for your current rental.'],
  ['used', 'It has been used.'],
  ['expired', 'It was not used in time and has expired.'],
] as const)('the page of the reward shows that its coupon is %s', async (state, words) => {
  const over = { ...claim, coupon: { ...ticket, state } };
  answerCampaigns({ ...welcome, state: 'ended', mine: { obstacle: 'claimed', claims: [over] } });
  await openApp('/activityRedeemNow?type=welcome', 'rider');
  await screen.findByText(words);
  expect(screen.queryByRole('link', { name: 'Scan to rent' })).toBeNull();
});

test('a rider without a claim sees a link to the offer', async () => {
  answerCampaigns({ ...welcome, mine: claimable });
  const { unmount } = await openApp('/activityCoupon?type=welcome', 'rider');
  const way = await screen.findByRole('link', { name: 'See the offer' });
  expect(way.getAttribute('href')).toBe('/welcome/launcher');
  unmount();
  await openApp('/activityCoupon', 'rider');
  await screen.findByRole('link', { name: 'See other offers' });
  // The page shows no end date, because the app does not know when the promotion ended.
  expect(screen.getByRole('link', { name: 'See my coupons' }).getAttribute('href')).toBe('/coupon');
});

test('the offer for new riders comes first and others follow, and without any offer there is a link to find a station', async () => {
  const everyone: Campaign = { ...welcome, type: 'hour', audience: 'everyone' };
  answerCampaigns(everyone, autumn, welcome);
  const first = await openApp('/new-user-promo');
  await screen.findByRole('link', { name: 'Start' });
  expect(document.title).toBe('Offers');
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome' })).toBeDefined();
  const more = screen.getByRole('heading', { level: 2, name: 'More offers' }).closest('section');
  const links = within(more ?? document.body).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/hour/launcher',
    '/raffle?type=autumn',
  ]);
  first.unmount();

  answerCampaigns();
  await openApp('/new-user-promo');
  await screen.findByText('No promotions right now');
  expect(screen.getByRole('link', { name: 'Find a station' })).toBeDefined();
});

test('the general terms come before the terms of a campaign, and the other path redirects to this page', async () => {
  answerCampaigns(welcome);
  await openApp('/new-user-promo/terms?type=welcome');
  await screen.findByRole('heading', { level: 1, name: 'Promotion terms' });
  expect(window.location.pathname + window.location.search).toBe(
    '/new-user-prom/terms?type=welcome',
  );
  await screen.findByText('Terms of Welcome alone.');
  const headings = screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
  expect(headings.at(-1)).toBe('Terms of “Welcome”');
  expect(headings).toContain('Who may take part');
});

test('if the terms of a campaign fail to load, the general terms are shown', async () => {
  network.use(http.get(paths.campaign, () => problem('serverError')));
  await openApp('/new-user-prom/terms?type=welcome');
  await screen.findByText('The terms of this promotion could not be loaded.');
  await screen.findByRole('heading', { level: 2, name: 'Who may take part' });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test('without a network, the page of the terms shows the general terms and a message', async () => {
  network.use(http.get(paths.campaign, () => HttpResponse.error()));
  await openApp('/new-user-prom/terms?type=welcome');
  await screen.findByRole('heading', { level: 2, name: 'Who may take part' });
  await screen.findByText('No connection. Check your network and try again.');
  expect(screen.queryByText('The terms of this promotion could not be loaded.')).toBeNull();
});

test('without a network no offer can be claimed, and a page that failed to load can be loaded again', async () => {
  answerCampaigns({ ...welcome, mine: claimable });
  const { unmount } = await openApp('/welcome/start', 'rider');
  await screen.findByRole('button', { name: 'Claim' });
  await waitFor(() => {
    // Repeat the report, because an answer to an earlier request may still report that the server was reached.
    reportUnreached();
    reportUnreached();
    expect(screen.getByText("You're offline. This needs a connection.")).toBeDefined();
  });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Claim' }).disabled).toBe(true);
  unmount();

  network.use(http.get(paths.campaign, () => problem('serverError')));
  const { user } = await openApp('/welcome/launcher');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answerCampaigns(welcome);
  await user.click(again);
  await screen.findByRole('heading', { level: 1, name: 'Welcome' });
});

test('the menu always links to the offers, and links to the raffle while a raffle runs', async () => {
  const { unmount } = await openApp('/menu');
  expect(screen.getByRole('link', { name: /^Offers/ }).getAttribute('href')).toBe(
    '/new-user-promo',
  );
  expect(screen.queryByRole('link', { name: /^Raffle/ })).toBeNull();
  unmount();
  answerCampaigns(autumn);
  await openApp('/menu');
  await screen.findByRole('link', { name: /^Raffle/ });
});
