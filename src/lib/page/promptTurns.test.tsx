import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { onboardingKeys } from '../storage/onboarding.ts';
import { leadsToStation, noteArrival, usePromptTurn } from './promptTurns.ts';
import type { PromptName } from './promptTurns.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function Guest({ surface, name, wants }: { surface: PromptName; name: string; wants: boolean }) {
  return usePromptTurn(surface, wants) ? <p>{name}</p> : null;
}

const unlockPath = '/payment/unlockChanger?equip_id=ABCDEFV';

function Pages({ tip, promotion }: { tip: boolean; promotion: boolean }) {
  return (
    <>
      {['/home', '/menu', unlockPath].map((path) => (
        <Link key={path} to={path}>
          {path}
        </Link>
      ))}
      <Guest surface="tip:card" name="A tip" wants={tip} />
      <Guest surface="promotion" name="A promotion" wants={promotion} />
    </>
  );
}

function open(address: string, wants: { tip: boolean; promotion: boolean }) {
  const at = (now: typeof wants) => (
    <MemoryRouter initialEntries={[address]}>
      <Pages {...now} />
    </MemoryRouter>
  );
  const { rerender } = render(at(wants));
  return { want: (now: typeof wants) => rerender(at(now)) };
}

const shown = () => screen.queryAllByText(/^A /).map(({ textContent }) => textContent);
const visit = (path: string) => userEvent.click(screen.getByRole('link', { name: path }));

test('two never stand together, and closing the one does not bring up the other', async () => {
  const { want } = open('/menu', { tip: true, promotion: true });
  expect(shown()).toEqual(['A tip']);
  want({ tip: false, promotion: true });
  expect(shown()).toEqual([]);
  await visit('/home');
  expect(shown()).toEqual(['A promotion']);
  want({ tip: true, promotion: true });
  await visit('/menu');
  expect(shown()).toEqual(['A promotion']);
});

test('what goes with its part of the page makes room at once', () => {
  const at = (part: ReactNode) => <MemoryRouter>{part}</MemoryRouter>;
  const { rerender } = render(at(<Guest key="1" surface="tip:card" name="A tip" wants />));
  rerender(at(<Guest key="2" surface="tip:add" name="A second tip" wants />));
  expect(shown()).toEqual(['A second tip']);
});

test('what was closed may come back to the page that it stood on', () => {
  const { want } = open('/menu', { tip: true, promotion: false });
  want({ tip: false, promotion: false });
  want({ tip: true, promotion: false });
  expect(shown()).toEqual(['A tip']);
});

test('a promotion waits until a new user has been greeted', async () => {
  localStorage.setItem(onboardingKeys.newUser, '1');
  open('/home', { tip: false, promotion: true });
  expect(shown()).toEqual([]);
  localStorage.setItem(onboardingKeys.newUser, '2');
  await visit('/home');
  expect(shown()).toEqual(['A promotion']);
});

test('nobody speaks on the way from a QR code to the charger, which ends at home', async () => {
  noteArrival('http://localhost/home?equip_id=ABCDEFV');
  open('/home?equip_id=ABCDEFV', { tip: true, promotion: false });
  expect(shown()).toEqual([]);
  await visit(unlockPath);
  expect(shown()).toEqual([]);
  await visit('/home');
  expect(shown()).toEqual(['A tip']);
  await visit(unlockPath);
  expect(shown()).toEqual(['A tip']);
});

test.each([
  ['http://localhost/home', false],
  ['/home?tab=1', false],
  ['/?equip_id=ABCDEFV', true],
  ['/home?link=https%3A%2F%2Fexample.com%2FABCDEFV', true],
])('%s leads to a station: %s', (address, expected) => {
  expect(leadsToStation(address)).toBe(expected);
});
