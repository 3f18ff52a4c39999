import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { startTexts } from '../../testing/texts.ts';
import { FilterChips } from './FilterChips.tsx';
import { RadioCards } from './RadioCards.tsx';
import { SelectField } from './SelectField.tsx';
import { Switch } from './Switch.tsx';
import { TextField } from './TextField.tsx';

beforeAll(() => startTexts());

function description(element: HTMLElement): string {
  return (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
}

function Form() {
  const [phone, setPhone] = useState('');
  const [country, setCountry] = useState('US');
  const [method, setMethod] = useState<string | null>(null);
  const [filter, setFilter] = useState('all');
  const [isLong, setLong] = useState(false);
  return (
    <>
      <TextField
        label="Mobile number"
        name="phone"
        value={phone}
        onChange={setPhone}
        type="tel"
        autoComplete="tel-national"
        hint="We text you a code"
        error={phone === 'x' ? 'Mobile number format error.' : null}
      />
      <TextField label="Name" name="name" value="" onChange={setPhone} optional />
      <SelectField
        label="Country"
        name="country"
        value={country}
        onChange={setCountry}
        options={[
          { value: 'US', label: 'United States' },
          { value: 'MX', label: 'Mexico' },
        ]}
      />
      <RadioCards
        legend="Pay with"
        name="method"
        value={method}
        onChange={setMethod}
        options={[
          { value: 'visa', label: 'Visa ending 4242', detail: 'Expires 04/29' },
          { value: 'wallet', label: 'Wallet', disabled: true, reason: 'Add a card first' },
          { value: 'amex', label: 'Amex ending 0005' },
        ]}
        error={method === null ? 'Please select a payment method' : null}
      />
      <FilterChips
        legend="Filter"
        name="filter"
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'all', label: 'All' },
          { value: 'unpaid', label: 'Unpaid' },
        ]}
      />
      <Switch label="Keep messages longer" checked={isLong} onChange={setLong} />
    </>
  );
}

test('a field has a name, a description, and an error if its value is invalid', async () => {
  render(<Form />);
  const field = screen.getByRole('textbox', { name: 'Mobile number' });
  expect(description(field)).toBe('We text you a code');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  await userEvent.type(field, 'x');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(description(field)).toBe('We text you a code Mobile number format error.');
  expect(screen.getByRole('textbox', { name: 'Name (optional)' })).toBeDefined();
});

test('the keyboard selects an option and skips disabled options', async () => {
  render(<Form />);
  const group = screen.getByRole('group', { name: 'Pay with' });
  expect(description(group)).toBe('Please select a payment method');
  await userEvent.click(screen.getByRole('radio', { name: 'Visa ending 4242' }));
  expect(screen.getByRole('radio', { name: 'Wallet' })).toHaveProperty('disabled', true);
  expect(description(screen.getByRole('radio', { name: 'Wallet' }))).toBe('Add a card first');
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'Amex ending 0005' })).toHaveProperty('checked', true);
  expect(group.getAttribute('aria-describedby')).toBeNull();
});

test('two groups with the same name work on one page, for example in a dialog', async () => {
  const Twice = () => {
    const [method, choose] = useState('visa');
    const options = ['visa', 'amex'].map((value) => ({ value, label: value }));
    return ['Page', 'Dialog'].map((legend) => (
      <RadioCards
        key={legend}
        legend={legend}
        name="method"
        value={method}
        onChange={choose}
        options={options}
      />
    ));
  };
  render(<Twice />);
  const dialog = within(screen.getByRole('group', { name: 'Dialog' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'amex' }));
  for (const radio of screen.getAllByRole('radio', { name: 'amex' })) {
    expect(radio).toHaveProperty('checked', true);
  }
});

test('chips, switch and select are native controls', async () => {
  render(<Form />);
  await userEvent.click(screen.getByRole('radio', { name: 'Unpaid' }));
  expect(screen.getByRole('radio', { name: 'Unpaid' })).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('switch', { name: 'Keep messages longer' }));
  expect(screen.getByRole('switch')).toHaveProperty('checked', true);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Mexico');
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'MX');
});
