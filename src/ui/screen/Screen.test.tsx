import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeAll, expect, test } from 'vitest';
import { startTexts } from '../../testing/texts.ts';
import { ResultScreen } from '../feedback/ResultScreen.tsx';
import { Screen } from './Screen.tsx';

beforeAll(() => startTexts());

function Pages() {
  return (
    <MemoryRouter initialEntries={['/first']}>
      <Routes>
        <Route
          path="/first"
          element={
            <Screen heading="First">
              <Link to="/second">On</Link>
            </Screen>
          }
        />
        <Route
          path="/second"
          element={<ResultScreen tone="problem" heading="Second" alert="It failed." back />}
        />
      </Routes>
    </MemoryRouter>
  );
}

test('the first page does not move the focus, and each later page moves the focus to its heading', async () => {
  render(<Pages />);
  expect(screen.getByRole('heading', { level: 1, name: 'First' })).toBeDefined();
  expect(document.activeElement).toBe(document.body);

  await userEvent.click(screen.getByRole('link', { name: 'On' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Second' }));
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['It failed.']);

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'First' }));
});

test.each([
  ['Keep editing', 'Form'],
  ['Discard', 'First'],
])('Back asks for confirmation if it would lose unsaved input: %s', async (answer, heading) => {
  window.history.replaceState({ idx: 1 }, '');
  render(
    <MemoryRouter initialEntries={['/first', '/form']} initialIndex={1}>
      <Routes>
        <Route path="/first" element={<Screen heading="First" />} />
        <Route path="/form" element={<Screen heading="Form" dirty />} />
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: answer }));
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
});
