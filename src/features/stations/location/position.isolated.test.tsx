import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeGeolocation } from '../../../testing/fakeGeolocation.ts';
import { startTexts } from '../../../testing/texts.ts';

const denied =
  "Your browser doesn't have access to your Geographic location. Please go to settings to enable your Geographic location.";
const unavailable = 'Location Service Is Not Available';

beforeAll(() => startTexts());
// The module `position.ts` stores the position. Load all modules anew for each test, as at the
// start of a visit.
beforeEach(() => vi.resetModules());
afterEach(() => {
  // Unmount first, because the screen still watches the position.
  cleanup();
  vi.unstubAllGlobals();
});

function turnPage(): void {
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Shows the screen of a visit: the button, the problem and the current position. */
async function visit(
  device: FakeGeolocation | null,
  state: Parameters<FakeGeolocation['install']>[0] = 'prompt',
) {
  const permission = device?.install(state) ?? null;
  const { LocationButton, LocationProblem } = await import('./LocationButton.tsx');
  const { resumePosition, usePosition } = await import('./position.ts');
  const Here = () => {
    const position = usePosition();
    return <output>{position.status === 'known' ? JSON.stringify(position.point) : '-'}</output>;
  };
  render(
    <MemoryRouter>
      <LocationButton onAsk={() => undefined} />
      <LocationProblem />
      <Here />
    </MemoryRouter>,
  );
  await act(resumePosition);
  const user = userEvent.setup();
  return {
    ask: () => user.click(screen.getByRole('button', { name: 'Use my location' })),
    askAgain: () => user.click(screen.getByRole('button', { name: 'Show my location' })),
    here: () => screen.getByText(/^[-{]/).textContent,
    turn: (next: PermissionState) => act(() => permission?.turn(next)),
  };
}

const corner = { lat: 41.8801, lng: -87.6302 };
const at = JSON.stringify(corner);

test('the position is not requested before a tap, and the reason is shown', async () => {
  const device = new FakeGeolocation();
  const { ask, here } = await visit(device);
  expect(device.asked).toEqual([]);
  expect(screen.getByText('To show stations near you')).toBeDefined();
  await ask();
  expect(device.asked).toEqual([expect.objectContaining({ timeout: 10_000 })]);
  expect(screen.getByRole('button', { name: 'Locating…' })).toBeDefined();
  act(() => device.find(corner));
  expect(here()).toBe(at);
});

test('a visit uses a permission from an earlier visit at once', async () => {
  const device = new FakeGeolocation();
  const { here } = await visit(device, 'granted');
  act(() => device.find(corner));
  expect(here()).toBe(at);
});

test('after a refusal, the text of the specification and a link to a field for a place appear', async () => {
  const device = new FakeGeolocation();
  const { ask } = await visit(device);
  await ask();
  act(() => device.fail('denied'));
  expect(screen.getByText(denied)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Type a place' }).getAttribute('href')).toBe('/search');
});

test.each(['timeout', 'unavailable'] as const)('a message appears after %s', async (why) => {
  const device = new FakeGeolocation();
  const { ask } = await visit(device);
  await ask();
  act(() => device.fail(why));
  expect(screen.getByText(unavailable)).toBeDefined();
  // At the next tap, the location service may be available again.
  await ask();
  act(() => device.find(corner));
  expect(screen.queryByText(unavailable)).toBeNull();
});

test('without geolocation in the browser, a message appears', async () => {
  const { ask } = await visit(null);
  await ask();
  expect(screen.getByText(unavailable)).toBeDefined();
});

test.each(['unsupported', 'refused'] as const)(
  'if the browser does not report the permission (%s), a tap asks for the position',
  async (state) => {
    const device = new FakeGeolocation();
    const { ask, here } = await visit(device, state);
    await ask();
    act(() => device.find(corner));
    expect(here()).toBe(at);
  },
);

test('a position that cannot be updated stays, with its time', async () => {
  const device = new FakeGeolocation();
  const { ask, askAgain, here } = await visit(device);
  await ask();
  act(() => device.find(corner, Date.parse('2026-11-20T12:05:00')));
  await askAgain();
  act(() => device.fail('timeout'));
  expect(here()).toBe(at);
  const old = /^Your location is from 12:05 PM\. It couldn't be updated\.$/;
  expect(screen.getByText(old)).toBeDefined();
  await askAgain();
  act(() => device.find(corner));
  expect(screen.queryByText(old)).toBeNull();
});

test('a revoked permission removes the position, and a new permission shows it again', async () => {
  const device = new FakeGeolocation();
  const { here, turn } = await visit(device, 'granted');
  act(() => device.find(corner));
  turn('denied');
  expect(here()).toBe('-');
  expect(screen.getByText(denied)).toBeDefined();
  expect(device.watchers.size).toBe(0);
  turn('granted');
  act(() => device.find(corner));
  expect(here()).toBe(at);
});

test('while the screen is visible, the position follows a walking user, and small changes cause no update', async () => {
  const device = new FakeGeolocation();
  const { here } = await visit(device, 'granted');
  act(() => device.find(corner));
  expect([...device.watchers.values()]).toMatchObject([{ options: { enableHighAccuracy: false } }]);

  act(() => device.move({ lat: corner.lat + 0.0001, lng: corner.lng }));
  expect(here()).toBe(at);
  const away = { lat: corner.lat + 0.001, lng: corner.lng };
  act(() => device.move(away));
  expect(JSON.parse(here() ?? '')).toEqual({ lat: 41.8811, lng: corner.lng });

  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  turnPage();
  expect(device.watchers.size).toBe(0);
  visible.mockReturnValue('visible');
  turnPage();
  expect(device.watchers.size).toBe(1);
});
