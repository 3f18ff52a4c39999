import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { cardForm } from '../../testing/cardForm.ts';
import { startTexts } from '../../testing/texts.ts';
import { SheetButton } from './PaymentEntry.tsx';

beforeAll(() => startTexts());

test('a press on the button of a wallet opens the sheet as soon as its code has loaded', async () => {
  const form = cardForm('applePay');
  const button = (
    <SheetButton
      form={form}
      kind="applePay"
      variant="spark"
      busy={false}
      disabled={false}
      onAnswer={() => undefined}
    >
      Pay
    </SheetButton>
  );
  await act(() => render(button));
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
  expect(screen.getByRole('button', { name: 'Pay' }).ariaBusy).toBe('true');
  expect(await screen.findByRole('dialog', { name: 'Apple Pay' })).toBeDefined();
});
