import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { onboardingKeys } from '../storage/onboarding.ts';
import { rememberArrival, usePromptTurn } from './promptTurns.ts';
import type { PromptName } from './promptTurns.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function Prompt({ surface, name, wants }: { surface: PromptName; name: string; wants: boolean }) {
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
      <Prompt surface="tip:card" name="A tip" wants={tip} />
      <Prompt surface="promotion" name="A promotion" wants={promotion} />
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

test('at most one prompt is visible, and after it is closed, the next prompt does not appear on the same page', async () => {
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

test('if the component of a prompt is unmounted, another prompt can be shown at once', () => {
  const at = (part: ReactNode) => <MemoryRouter>{part}</MemoryRouter>;
  const { rerender } = render(at(<Prompt key="1" surface="tip:card" name="A tip" wants />));
  rerender(at(<Prompt key="2" surface="tip:add" name="A second tip" wants />));
  expect(shown()).toEqual(['A second tip']);
});

test('a closed prompt can appear again on the same page', () => {
  const { want } = open('/menu', { tip: true, promotion: false });
  want({ tip: false, promotion: false });
  want({ tip: true, promotion: false });
  expect(shown()).toEqual(['A tip']);
});

test('a promotion waits until a new user has seen the introduction', async () => {
  localStorage.setItem(onboardingKeys.newUser, '1');
  open('/home', { tip: false, promotion: true });
  expect(shown()).toEqual([]);
  localStorage.setItem(onboardingKeys.newUser, '2');
  await visit('/home');
  expect(shown()).toEqual(['A promotion']);
});

test('after the scan of a QR code, no prompt is visible until the user is back on home', async () => {
  rememberArrival('http://localhost/home?equip_id=ABCDEFV');
  open('/home?equip_id=ABCDEFV', { tip: true, promotion: false });
  expect(shown()).toEqual([]);
  await visit(unlockPath);
  expect(shown()).toEqual([]);
  await visit('/home');
  expect(shown()).toEqual(['A tip']);
  await visit(unlockPath);
  expect(shown()).toEqual(['A tip']);
});
