import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { reportOutdated } from '../../api/outdatedApp.ts';
import { storageKeys } from '../../lib/constants.ts';
import { beginWork } from '../../lib/page/ongoingWork.ts';
import { fakeNetwork, network, noAnswer } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

const unreached = 'No connection. Check your network and try again.';

// Fake the switch, because tests in a real browser cover it.
const taken = vi.hoisted(() => vi.fn<() => Promise<'taken' | 'unreached'>>());
vi.mock('./switchToNewVersion.ts', () => ({ switchToNewVersion: taken }));

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  taken.mockReset().mockReturnValue(new Promise(() => {}));
  network.use(http.get(paths.stationTileEvents, noAnswer));
});
fakeNetwork();

const notice = () => screen.queryByRole('alertdialog', { name: 'Update to continue' });

test('an outdated app offers the update when no work is ongoing', async () => {
  const { user } = await openApp('/setting');
  act(() => reportOutdated());
  await waitFor(() => expect(notice()).not.toBeNull());
  const ends: (() => void)[] = [];
  act(() => void ends.push(beginWork('money')));
  expect(notice()).toBeNull();
  act(() => ends.forEach((end) => end()));
  expect(notice()).not.toBeNull();

  expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(notice()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(taken).toHaveBeenCalledOnce();
});

test('without a network, the app keeps this version', async () => {
  taken.mockResolvedValue('unreached');
  const { user } = await openApp('/setting');
  act(() => reportOutdated());
  await user.click(await screen.findByRole('button', { name: 'Update' }));
  await screen.findByText(unreached);
  expect(notice()).not.toBeNull();
});

test('the user can postpone the update to copy typed text, or if the last update brought no newer version', async () => {
  const end = beginWork('typing');
  const { user, unmount } = await openApp('/setting');
  act(() => reportOutdated());
  await user.click(await screen.findByRole('button', { name: 'Later' }));
  expect(notice()).toBeNull();
  await user.click(screen.getByRole('link', { name: /language/i }));
  await waitFor(() => expect(notice()).not.toBeNull());
  act(end);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Later' })).toBeNull());
  unmount();

  sessionStorage.setItem(storageKeys.updatedFrom, '1.2.0');
  await openApp('/setting');
  await screen.findByText('There is no newer version yet. Please try again in a few minutes.');
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(notice()).toBeNull();
});
