import { screen } from '@testing-library/react';
import type { CodeIssued } from '../../contract/signIn/auth.ts';
import { codeLifetimeMs } from '../../contract/rules/people/codes.ts';
import { openApp } from './openApp.tsx';

/** Creates the server's answer to a request for a login code. */
export function issued(requestId: string, resendInSeconds: number): CodeIssued {
  const now = Date.now();
  return {
    requestId,
    expiresAt: new Date(now + codeLifetimeMs).toISOString(),
    resendAt: new Date(now + resendInSeconds * 1000).toISOString(),
  };
}

/** Opens the page for the phone number and requests a code. Returns the field for the code. */
export async function askForCode(address = '/login/loginWithPhone') {
  const opened = await openApp(address);
  await opened.user.type(await screen.findByLabelText('Phone number'), '212 555 0123');
  await opened.user.click(screen.getByRole('button', { name: 'Send code' }));
  const field = await screen.findByRole('textbox', { name: 'Verification code' });
  return { ...opened, field };
}
