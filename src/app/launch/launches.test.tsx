import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { beginWork } from '../../lib/page/ongoingWork.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';
import { launchedPath, handleLaunches } from './launchQueue.ts';
import { launches } from './launchesPart.ts';

type Consumer = (launch: { targetURL?: string | null }) => void;

/**
 * Fakes the launch queue of the browser. The queue stores launches until the app sets a consumer.
 */
function fakeQueue(...before: string[]) {
  const queued = [...before];
  let consumer: Consumer | null = null;
  Reflect.set(window, 'launchQueue', {
    setConsumer(next: Consumer) {
      consumer = next;
      for (const targetURL of queued.splice(0)) next({ targetURL });
    },
  });
  return (path: string) => act(() => consumer?.({ targetURL: location.origin + path }));
}

beforeAll(async () => {
  await startTexts();
  await launches.fetch();
});
beforeEach(forgetVisit);
afterEach(() => {
  Reflect.deleteProperty(window, 'launchQueue');
});
fakeNetwork();

const linkTo = `/home?equip_id=${station.id}`;
/**
 * Expects the text in the notice. The query searches only in the notice, because the live region
 * contains the same text.
 */
const expectNotice = (text: string) =>
  waitFor(() => expect(document.querySelector('.notices')?.textContent).toContain(text));
const expectNoNotice = () => expect(document.querySelector('.notices')?.textContent).toBe('');

const here = () => location.pathname + location.search;

function serve() {
  network.use(
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
  );
}

test('a link that launches the running app opens its station', async () => {
  serve();
  const launch = fakeQueue();
  const { store } = await openApp('/menu');
  await screen.findByRole('heading', { level: 1, name: 'Menu' });
  launch(linkTo);
  await screen.findByRole('heading', { level: 2, name: 'Corner Bakery' });
  expect(here()).toBe(linkTo);
  expect(store.getState().clientUser.equip_id).toBe(station.id);
});

test('while the user types, a launched link waits, survives a reload, and is offered in a notice', async () => {
  serve();
  const launch = fakeQueue();
  const typed = beginWork('typing');
  const { user, unmount } = await openApp('/menu');
  launch(linkTo);
  await expectNotice(`You opened station ${station.id}.`);
  expect(here()).toBe('/menu');
  // Simulate a reload.
  unmount();
  typed();
  await openApp('/menu');
  await user.click(await screen.findByRole('button', { name: 'Open it' }));
  await screen.findByRole('heading', { level: 2, name: 'Corner Bakery' });
  expectNoNotice();
});

test('during a payment, the notice has no button to open the link', async () => {
  serve();
  const launch = fakeQueue();
  const paid = beginWork('money');
  const { user } = await openApp('/menu');
  launch(linkTo);
  await expectNotice('. You can see it when this is done.');
  expect(screen.queryByRole('button', { name: 'Open it' })).toBeNull();
  act(paid);
  expect(await screen.findByRole('button', { name: 'Open it' })).toBeDefined();
  expect(here()).toBe('/menu');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expectNoNotice();
  expect(sessionStorage.getItem('launchWaits')).toBeNull();
});

test('a launch does not leave the page that scans a code', async () => {
  serve();
  const launch = fakeQueue();
  await openApp('/home/scan');
  launch('/payment');
  await expectNotice('You opened a page.');
  expect(here()).toBe('/home/scan');
});

describe('the path of a launch', () => {
  test.each([
    [`${location.origin}/home?equip_id=A&link=b#c`, '/home?equip_id=A&link=b#c'],
    [`${location.origin}/home#charger`, '/home#charger'],
    // A press on the icon of a running app should only bring its window to the front.
    [`${location.origin}/home`, null],
    [`${location.origin}/`, null],
    ['https://evil.example/home?equip_id=A', null],
    [`${location.origin}//evil.example/`, null],
    ['javascript:alert(1)', null],
    ['', null],
    [null, null],
  ])('the path of a launch is read from %s', (target, path) => {
    expect(launchedPath(target)).toBe(path);
  });
});

describe('the address with which the page was loaded is not a launch', () => {
  const take = (...before: string[]) => {
    const taken: string[] = [];
    const launch = fakeQueue(...before);
    handleLaunches((path) => taken.push(path));
    return { taken, launch };
  };

  test('the address with which the page was loaded counts as a launch if it comes again later', async () => {
    history.replaceState(null, '', linkTo);
    const { taken, launch } = take(location.href);
    expect(taken).toEqual([]);
    launch(linkTo);
    await waitFor(() => expect(taken).toEqual([linkTo]));
  });

  test('a launch that the browser repeats after a reload is ignored', () => {
    history.replaceState(null, '', '/menu');
    const { taken, launch } = take();
    launch(linkTo);
    expect(taken).toEqual([linkTo]);
    expect(take(location.origin + linkTo).taken).toEqual([]);
  });
});
