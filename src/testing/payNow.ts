import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until the button that pays an order is loaded and enabled. Returns the button. */
export function payNowButton(): Promise<HTMLElement> {
  return waitFor(() => {
    const button = screen.getByRole('button', { name: 'Pay Now' });
    expect(button.hasAttribute('disabled')).toBe(false);
    return button;
  });
}
