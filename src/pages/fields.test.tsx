import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { cardForm } from '../testing/cardForm.ts';
import { fakeNetwork, network } from '../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../testing/openApp.tsx';
import { visa } from '../testing/rider.ts';
import { startTexts } from '../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  network.use(
    http.get(paths.cardForm, () => HttpResponse.json(cardForm())),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa] })),
  );
});
fakeNetwork();

test.each([
  ['/login/loginWithPhone', 'guest', 'Phone number', 'tel', 'tel-national'],
  ['/profile/yourInfo/name', 'rider', 'Name', null, 'name'],
  ['/profile/yourInfo/email', 'rider', 'Email', 'email', 'email'],
  ['/profile/yourInfo/birthday', 'rider', 'Day', 'numeric', 'bday-day'],
  ['/profile/yourInfo/birthday', 'rider', 'Year', 'numeric', 'bday-year'],
  ['/payment/addNewCard', 'rider', 'ZIP code', 'numeric', 'billing postal-code'],
  ['/home/scan', 'guest', 'Enter station ID', null, 'off'],
  ['/share', 'rider', 'Coupon code', null, 'off'],
] as const)(
  'on %s, for a %s, the field "%s" opens the right keyboard and lets the browser complete the value',
  async (address, visitor, label, keyboard, completes) => {
    await openApp(address, visitor);
    const field = await screen.findByRole('textbox', { name: label });
    expect(field.getAttribute('inputmode')).toBe(keyboard);
    expect(field.getAttribute('autocomplete')).toBe(completes);
  },
);
