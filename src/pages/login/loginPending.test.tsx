import { act, screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { reportReached } from '../../api/connection.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { askForCode, issued } from '../../testing/login.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});
fakeNetwork();

const first = '7d0c6e8e-0000-4000-8000-000000000001';
const second = '7d0c6e8e-0000-4000-8000-000000000002';

/** Delays answers until the test releases them. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test('on a slow network the form is sent once, shows its progress, and keeps the number if it fails', async () => {
  const { open, opened } = gate();
  let requests = 0;
  network.use(
    http.post(paths.codes, async () => {
      requests += 1;
      if (requests > 1) return HttpResponse.json(issued(first, 30));
      await opened;
      return HttpResponse.error();
    }),
  );
  const { user } = await openApp('/login/loginWithPhone');
  const field = await screen.findByLabelText('Phone number');
  await user.type(field, '(212) 555-0123');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  const busy = await screen.findByRole('button', { name: 'Sending…' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  await user.click(busy);
  await user.type(field, '{Enter}');
  await waitFor(() => expect(requests).toBe(1));

  open();
  await screen.findByRole('alert');
  expect(screen.getByRole('alert').textContent).toBe(
    'No connection. Check your network and try again.',
  );
  expect(requests).toBe(1);
  expect(field).toHaveProperty('value', '(212) 555-0123');
  const send = screen.getByRole('button', { name: 'Send code' });
  expect(send).toHaveProperty('disabled', true);
  expect(screen.getByText('Logging in needs a connection.').id).toBe(
    send.getAttribute('aria-describedby'),
  );
  act(() => reportReached());
  await user.click(send);
  await screen.findByRole('textbox', { name: 'Verification code' });
  expect(requests).toBe(2);
});

test('a code that is being checked is neither sent again nor replaced', async () => {
  const { open, opened } = gate();
  const seen: string[] = [];
  network.use(
    http.post(paths.codes, () => {
      seen.push('codes');
      return HttpResponse.json(issued(first, 0));
    }),
    http.post(paths.verifyCode, async () => {
      seen.push('verify');
      await opened;
      return problem('unavailable', { retryAfter: 5 });
    }),
  );
  const { user, field } = await askForCode();
  await user.click(field);
  await user.paste('482 913');
  const busy = await screen.findByRole('button', { name: 'Verifying…' });
  await user.click(busy);
  await user.type(field, '{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send a new code' }));
  await waitFor(() => expect(seen).toEqual(['codes', 'verify']));

  open();
  await screen.findByText('The service is busy. Please try again in a moment.');
  expect(field).toMatchObject({ value: '482 913', selectionStart: 0, selectionEnd: 7 });
  expect(seen).toEqual(['codes', 'verify']);
});

test('the wait before another code grows, and its end is announced @slow', async () => {
  const delays = [3, 60];
  let requests = 0;
  network.use(
    http.post(paths.codes, async () => {
      await delay(1);
      return HttpResponse.json(issued(requests === 0 ? first : second, delays[requests++] ?? 0));
    }),
  );
  const { user } = await askForCode();
  await screen.findByText('You can resend now');
  expect(screen.queryByRole('timer')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send a new code' }));
  await waitFor(() =>
    expect(screen.getByRole('timer').textContent).toMatch(/^in (1:00|0:59|0:58)$/),
  );
  expect(requests).toBe(2);
});

test('if the device clock is wrong by an hour, the wait is correct', async () => {
  const anHour = 3_600_000;
  network.use(
    http.post(paths.codes, () => {
      const { expiresAt, resendAt, requestId } = issued(first, 30);
      const later = (at: string) => new Date(Date.parse(at) + anHour).toISOString();
      return HttpResponse.json({
        requestId,
        expiresAt: later(expiresAt),
        resendAt: later(resendAt),
      });
    }),
  );
  await askForCode();
  expect(screen.getByRole('timer').textContent).toMatch(/^in 0:(30|29|28)$/);
});

test('the user can change the number, and the field still contains the old number', async () => {
  network.use(http.post(paths.codes, () => HttpResponse.json(issued(first, 30))));
  const { user } = await askForCode();
  await user.click(screen.getByRole('button', { name: 'Change number' }));
  expect(await screen.findByLabelText('Phone number')).toHaveProperty('value', '212 555 0123');
});

/** Fakes a browser that supports WebOTP. */
function fakeTexts() {
  const asked: { signal: AbortSignal; arrive: (code: string) => void }[] = [];
  vi.stubGlobal('OTPCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: ({ signal }: { signal: AbortSignal }) =>
        new Promise((resolve, reject) => {
          asked.push({ signal, arrive: (code) => resolve({ code, type: 'otp' }) });
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    },
  });
  return asked;
}

test('a code from WebOTP logs in automatically', async () => {
  const asked = fakeTexts();
  let sent: unknown;
  network.use(
    http.post(paths.codes, () => HttpResponse.json(issued(first, 0))),
    http.post(paths.verifyCode, async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ sessionId: 'session-of-the-rider-01', user: rider });
    }),
    http.get(paths.me, () => HttpResponse.json(rider)),
  );
  const { unmount } = await askForCode('/login/loginWithPhone?next=/menu');
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.arrive('482913');
  await screen.findByText('10427755');
  expect(sent).toEqual({ code: '482913' });
  unmount();
});

test('WebOTP is requested again for each code, and is cancelled when the user leaves the page', async () => {
  const asked = fakeTexts();
  let requests = 0;
  network.use(
    http.post(paths.codes, () =>
      HttpResponse.json(issued((requests += 1) === 1 ? first : second, 0)),
    ),
  );
  const { user } = await askForCode();
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Send a new code' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await user.click(screen.getByRole('button', { name: 'Change number' }));
  await screen.findByLabelText('Phone number');
  await waitFor(() => expect(asked[1]?.signal.aborted).toBe(true));
});
