import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** The button that pays an order, once its code has come. */
export function payNowButton(): Promise<HTMLElement> {
  return waitFor(() => {
    const button = screen.getByRole('button', { name: 'Pay Now' });
    expect(button.hasAttribute('disabled')).toBe(false);
    return button;
  });
}
