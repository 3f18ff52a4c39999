import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Campaign } from '../../../contract/campaigns.ts';
import { paths } from '../../../contract/paths.ts';
import { reportReached } from '../../api/connection.ts';
import { homeAsides } from './homeAsidesPart.ts';
import { autumn, claim, claimable, welcome } from '../../testing/campaigns.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { orderBeingPrepared, station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(async () => {
  await startTexts();
  await homeAsides.fetch();
});
let asked = 0;
beforeEach(() => {
  forgetVisit();
  reportReached();
  asked = 0;
});
fakeNetwork();

function answerCampaigns(...campaigns: Campaign[]): void {
  network.use(
    http.get(paths.campaigns, () => {
      asked += 1;
      return HttpResponse.json({ campaigns });
    }),
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null, now: welcome.startsAt })),
  );
}

const card = () => screen.queryByRole('complementary', { name: 'Offer' });

test('an offer is shown to a rider who can claim it, and never again after the rider has dismissed it @slow', async () => {
  const claimed: Campaign = { ...welcome, mine: { obstacle: 'claimed', claims: [claim] } };
  answerCampaigns(claimed, { ...autumn, mine: claimable });
  const first = await openApp('/home', 'rider');
  const link = await screen.findByRole('link', { name: /^Autumn/ });
  expect(link.getAttribute('href')).toBe('/raffle?type=autumn');
  await first.user.click(screen.getByRole('button', { name: 'Dismiss the offer' }));
  expect(card()).toBeNull();
  first.unmount();

  // In another session, the dismissed offer stays hidden, and the other offer may appear.
  sessionStorage.clear();
  answerCampaigns({ ...autumn, mine: claimable }, { ...welcome, mine: claimable });
  await openApp('/home', 'rider');
  await screen.findByRole('link', { name: /^Welcome/ });
  expect(screen.getAllByRole('complementary')).toHaveLength(1);
});

test('a session shows only one promotion', async () => {
  answerCampaigns(welcome);
  const first = await openApp('/home');
  await screen.findByRole('link', { name: /^Welcome/ });
  first.unmount();
  asked = 0;
  await openApp('/home');
  await screen.findByText('No stations nearby');
  expect(card()).toBeNull();
  expect(asked).toBe(0);
});

test('no promotion is shown after a link to a station or without a network', async () => {
  answerCampaigns(welcome);
  network.use(http.get(paths.station, () => HttpResponse.json(station)));
  const linked = await openApp('/home?equip_id=ABCDEFV');
  await screen.findByRole('heading', { level: 2, name: 'Corner Bakery' });
  expect(card()).toBeNull();
  linked.unmount();
  network.use(http.get(paths.stationTile, () => HttpResponse.error()));
  await openApp('/home');
  await screen.findByRole('button', { name: 'Try again' });
  expect(card()).toBeNull();
  expect(asked).toBe(0);
});

test('no promotion is shown while a charger is being prepared', async () => {
  answerCampaigns({ ...welcome, mine: claimable });
  network.use(
    http.get(paths.currentOrder, () =>
      HttpResponse.json({ order: orderBeingPrepared, now: orderBeingPrepared.now }),
    ),
  );
  await openApp('/home', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Preparing your charger' });
  expect(card()).toBeNull();
  expect(asked).toBe(0);
});
