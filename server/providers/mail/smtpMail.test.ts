import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test, vi } from 'vitest';
import { providerTimeoutMs } from '../providerTimeout.ts';
import { MailTimeoutError } from './sender.ts';
import { createSmtpMail, MailRefusedError } from './smtpMail.ts';

interface Taken {
  user: string | undefined;
  from: string;
  to: string[];
  source: string;
}

const servers: SMTPServer[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))),
  );
});

/** A mail server on this machine. It accepts one user, and refuses recipients such as `unknown@…`. */
async function startServer(): Promise<{ port: number; taken: Taken[] }> {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'us@er' && password === 'pass:word') done(null, { user: username });
      else done(new Error('who are you?'));
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('unknown') ? new Error(`nobody is ${address}`) : null);
    },
    onData(stream, { user, envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        taken.push({
          user: user?.toString(),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
  });
  servers.push(server);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address: AddressInfo | string | null = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return { port, taken };
}

const from = 'Charger <hello@example.com>';
const mail = {
  to: 'ana@example.com',
  subject: '123456 es tu código',
  text: '确认 123456\n\n.\nfin\n',
  code: '123456',
};

test('a complete mail of plain text is sent after signing in to the mail server', async () => {
  const { port, taken } = await startServer();
  const url = `smtp://us%40er:pass%3Aword@127.0.0.1:${port}`;
  await createSmtpMail({ url, from }).send(mail);
  expect(taken).toMatchObject([
    { user: 'us@er', from: 'hello@example.com', to: ['ana@example.com'] },
  ]);
  const [head = '', body = ''] = taken[0]?.source.split(/\r\n\r\n([^]*)/) ?? [];
  expect(head).toMatch(/^From: Charger <hello@example\.com>$/m);
  expect(head).toMatch(/^To: ana@example\.com$/m);
  expect(head).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(fromQuotedPrintable(body)).toBe(mail.text);
});

/** Decodes RFC 2045, section 6.7. */
function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

test('the error of a refused mail does not contain the address', async () => {
  const { port } = await startServer();
  const { send } = createSmtpMail({ url: `smtp://us%40er:pass%3Aword@127.0.0.1:${port}`, from });
  const refused = await send({ ...mail, to: 'unknown@example.com' }).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(MailRefusedError);
  expect(String(refused)).toBe('MailRefusedError: the mail was refused: EENVELOPE 550');
});

test.each([
  ['with the wrong password', (port: number) => `smtp://us%40er:wrong@127.0.0.1:${port}`, 'EAUTH'],
  ['if the connection is refused', () => 'smtp://127.0.0.1:9', 'ESOCKET'],
  ['with smtps to a server without TLS', (port: number) => `smtps://127.0.0.1:${port}`, 'ESOCKET'],
])('a mail fails %s', async (_, urlOf, code) => {
  const { port, taken } = await startServer();
  const sent = createSmtpMail({ url: urlOf(port), from }).send(mail);
  await expect(sent).rejects.toThrow(`the mail was refused: ${code}`);
  expect(taken).toEqual([]);
});

test('a mail fails if the mail server does not answer within the time limit of providers', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const { send } = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from });
    const sent = send(mail).catch((error: unknown) => error);
    await once(silent, 'connection');
    await vi.advanceTimersByTimeAsync(providerTimeoutMs);
    expect(await sent).toBeInstanceOf(MailTimeoutError);
  } finally {
    vi.useRealTimers();
    silent.close();
  }
});

test('files are attached with their names and types', async () => {
  const { port, taken } = await startServer();
  const content = Buffer.from('%PDF-1.7 of a statement');
  const files = [{ name: 'V2026-000001.pdf', type: 'application/pdf', content }];
  const url = `smtp://us%40er:pass%3Aword@127.0.0.1:${port}`;
  await createSmtpMail({ url, from }).send({ ...mail, code: '', files });
  const source = taken[0]?.source ?? '';
  expect(source).toMatch(/^Content-Type: application\/pdf; name=V2026-000001\.pdf$/m);
  expect(source).toMatch(/^Content-Disposition: attachment; filename=V2026-000001\.pdf$/m);
  expect(source).toContain(content.toString('base64'));
});
