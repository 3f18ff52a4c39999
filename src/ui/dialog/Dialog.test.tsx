import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from '../button/Button.tsx';
import { Dialog } from './Dialog.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Remove card</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        role="alertdialog"
        title="Remove Visa ending 4242?"
        actions={<Button onClick={() => setOpen(false)}>Remove</Button>}
      >
        You can add it again.
      </Dialog>
    </>
  );
}

test('a dialog is modal, has a name and a description, and closes after the answer', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove card' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Remove Visa ending 4242?' });
  expect(dialog).toHaveProperty('open', true);
  const described = dialog.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('You can add it again.');
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the cancel event (from Escape or the system) closes the dialog with `onClose`', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove card' }));
  screen.getByRole('alertdialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
});

test('only a press that begins and ends outside of a dialog closes the dialog, and no press outside closes an alert', async () => {
  const close = vi.fn<() => void>();
  const dialogOf = (role: 'dialog' | 'alertdialog') => (
    <Dialog open onClose={close} role={role} title="Which map?" actions={<Button>Other</Button>} />
  );
  const { rerender } = render(dialogOf('dialog'));
  const press = (from: Element, to: Element) => {
    fireEvent.pointerDown(from);
    fireEvent.pointerUp(to);
  };
  const dialog = screen.getByRole('dialog');
  const heading = screen.getByRole('heading', { name: 'Which map?' });
  press(heading, dialog);
  press(dialog, heading);
  expect(close).not.toHaveBeenCalled();
  press(dialog, dialog);
  expect(close).toHaveBeenCalledOnce();
  rerender(dialogOf('alertdialog'));
  press(screen.getByRole('alertdialog'), screen.getByRole('alertdialog'));
  expect(close).toHaveBeenCalledOnce();
});
