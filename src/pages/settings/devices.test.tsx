import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const here: Session = {
  id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0c001',
  device: 'Chrome · Android',
  isCurrent: true,
  createdAt: minutesAgo(600),
  lastSeenAt: minutesAgo(0),
};
const laptop: Session = {
  ...here,
  id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0c002',
  device: 'Firefox · Linux',
  isCurrent: false,
  lastSeenAt: minutesAgo(125),
};
const nameless: Session = {
  ...laptop,
  id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0c003',
  device: '',
  lastSeenAt: minutesAgo(0),
};

let sessions: Session[] = [];
beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  sessions = [here, laptop, nameless];
  network.use(
    http.get(paths.mySessions, () => HttpResponse.json({ sessions })),
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
  );
});
fakeNetwork();

async function openDevices() {
  const opened = await openApp('/setting/devices', 'rider');
  const list = within(await screen.findByRole('list', { name: 'Devices' }));
  return { ...opened, list };
}

test('the list shows the devices of the account with the time of their last use, and marks this device', async () => {
  const { list } = await openDevices();
  const [first, second, third] = list.getAllByRole('listitem');
  expect(first?.textContent).toBe('Chrome · AndroidThis device');
  expect(second?.textContent).toBe('Firefox · LinuxLast used 2 hr agoLog out');
  expect(third?.textContent).toBe('Unknown deviceLast used just nowLog out');
  expect(document.title).toBe('Devices');
});

test('devices of the same kind have different names', async () => {
  sessions = [here, nameless, { ...nameless, id: crypto.randomUUID() }];
  const { list } = await openDevices();
  expect(list.getByRole('button', { name: 'Log out Unknown device (1)' })).toBeDefined();
  expect(list.getByRole('button', { name: 'Log out Unknown device (2)' })).toBeDefined();
});

test('a device is signed out after the rider has confirmed a dialog that names the device', async () => {
  const ended: unknown[] = [];
  network.use(
    http.delete(paths.mySession, ({ params }) => {
      ended.push(params['id']);
      sessions = [here, nameless];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, list } = await openDevices();
  await user.click(list.getByRole('button', { name: 'Log out Firefox · Linux' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Log out Firefox · Linux?' }));
  expect(ended).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Log out' }));
  await screen.findAllByText('Firefox · Linux is logged out.');
  expect(ended).toEqual([laptop.id]);
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
});

test('if the dialog is cancelled, no device is signed out', async () => {
  const { user, list } = await openDevices();
  await user.click(list.getByRole('button', { name: 'Log out Unknown device' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(list.getAllByRole('listitem')).toHaveLength(3);
});

test('if the device has already signed out by itself, no error is shown', async () => {
  network.use(
    http.delete(paths.mySession, () => {
      sessions = [here];
      return problem('sessionNotFound');
    }),
  );
  const { user, list } = await openDevices();
  await user.click(list.getByRole('button', { name: 'Log out Firefox · Linux' }));
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findAllByText('Firefox · Linux is logged out.');
  expect(await screen.findByText('You are not logged in anywhere else.')).toBeDefined();
});

test('all other devices are signed out at once', async () => {
  network.use(
    http.delete(paths.mySessions, () => {
      sessions = [here];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await openDevices();
  await user.click(screen.getByRole('button', { name: 'Log out everywhere else' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Log out everywhere else?' }));
  await user.click(question.getByRole('button', { name: 'Log out everywhere else' }));
  await screen.findAllByText('All other devices are logged out.');
  await screen.findByText('You are not logged in anywhere else.');
  expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
});

test('after an error a message appears, and the list stays', async () => {
  network.use(http.delete(paths.mySession, () => problem('serverError')));
  const { user, list } = await openDevices();
  await user.click(list.getByRole('button', { name: 'Log out Firefox · Linux' }));
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findAllByText('Server error');
  expect(list.getAllByRole('listitem')).toHaveLength(3);
});

test('a list that failed to load can be loaded again', async () => {
  network.use(http.get(paths.mySessions, () => problem('serverError'), { once: true }));
  const { user } = await openApp('/setting/devices', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Devices' })).toBeDefined();
});

test('guests must log in first', async () => {
  await openApp('/setting/devices');
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(window.location.search).toBe('?next=%2Fsetting%2Fdevices');
});
