import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { cardForm } from '../../testing/cardForm.ts';
import { startTexts } from '../../testing/texts.ts';
import { SheetButton } from './PaymentEntry.tsx';

beforeAll(() => startTexts());

test('a press on the button of a wallet opens the sheet as soon as its code has loaded', async () => {
  const form = cardForm('applePay');
  const entry = (
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
  await act(() => render(entry));
  const button = screen.getByRole('button', { name: 'Pay' });
  fireEvent.click(button);
  expect(button.ariaBusy).toBe('true');
  expect(await screen.findByRole('dialog', { name: 'Apple Pay' })).toBeDefined();
  // If another button replaced this button during a press, the press would be lost.
  expect(button.isConnected).toBe(true);
});
