import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Button, ButtonLink } from './Button.tsx';

test('two presses within the throttle count as one', async () => {
  const onClick = vi.fn<() => void>();
  render(<Button onClick={onClick}>Pay</Button>);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Pay' }));
  expect(onClick).toHaveBeenCalledOnce();
});

test('a busy button does nothing, but keeps its name and the focus', async () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<() => void>();
  render(
    <form onSubmit={onSubmit}>
      <Button busy type="submit" onClick={onClick}>
        Paying
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Paying' });
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('ButtonLink renders a link', () => {
  render(
    <MemoryRouter>
      <ButtonLink to="/home/scan">Scan</ButtonLink>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Scan' }).getAttribute('href')).toBe('/home/scan');
});
