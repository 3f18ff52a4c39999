import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeNetwork } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

async function openPicker() {
  const opened = await openApp('/login/loginWithPhone');
  await opened.user.click(
    await screen.findByRole('link', { name: 'Country or region: +1 United States' }),
  );
  const search = await screen.findByRole('combobox', { name: 'Search by name or code' });
  const list = screen.getByRole('listbox', { name: 'Countries and regions' });
  /** Returns the text of the option that the arrow keys have selected. */
  const active = () =>
    document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const options = () => within(list).getAllByRole('option');
  return { ...opened, search, active, options };
}

test('arrow keys move through the complete list and through a filtered list', async () => {
  const { user, search, active, options } = await openPicker();
  const last = options().at(-1)?.textContent;
  await user.click(search);
  await user.keyboard('{End}');
  expect(active()).toBe(last);
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('United States+1');
  await user.keyboard('{ArrowUp}');
  expect(active()).toBe(last);
  await user.keyboard('{Home}{ArrowDown}');
  expect(active()).toBe('Afghanistan+93');

  await user.keyboard('germ');
  expect(options()[0]?.textContent).toBe('Germany+49');
  // If the field contains text, Home and End move the text cursor in the field.
  await user.keyboard('{Home}');
  expect(active()).toBeUndefined();
  await user.keyboard('{Enter}');
  await screen.findByRole('link', { name: 'Country or region: +49 Germany' });
});

test('Escape first clears the search, and then closes the list without a choice', async () => {
  const { user, search, options } = await openPicker();
  const all = options().length;
  await user.type(search, 'germ');
  expect(options().length).toBeLessThan(all);
  await user.keyboard('{Escape}');
  expect(search).toHaveProperty('value', '');
  expect(options()).toHaveLength(all);
  await user.keyboard('{Escape}');
  await screen.findByRole('link', { name: 'Country or region: +1 United States' });
});

test('the number of results is announced when the user pauses typing', async () => {
  const { user, search } = await openPicker();
  // On a busy machine, a pause between typed characters could be long enough for an announcement, so enter the text at
  // once.
  await user.click(search);
  fireEvent.change(search, { target: { value: '+52' } });
  expect(screen.queryByText('1 result')).toBeNull();
  await screen.findByText('1 result');
  fireEvent.change(search, { target: { value: 'xyzzy' } });
  // The text is visible at once. Half a second later, it is announced.
  expect(screen.getAllByText('No country found')).toHaveLength(1);
  await waitFor(() => expect(screen.getAllByText('No country found')).toHaveLength(2));
});

test('without a result, one press clears the search and returns to the field', async () => {
  const { user, search } = await openPicker();
  await user.type(search, 'xyzzy');
  await user.click(await screen.findByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('option', { name: /Mexico/ })).toBeDefined();
  expect(search).toHaveProperty('value', '');
  expect(document.activeElement).toBe(search);
});
