import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { codeOf } from '../../../testing/operators/operatorSessions.ts';
import { serverKey } from '../../../testing/operators/operators.ts';
import { signInByCommand } from '../../../testing/operators/signInByCommand.ts';
import { publicUrl, startSocialWorld, type SocialWorld } from '../../../testing/socialWorld.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';
import { preferredEngine } from '../../../testing/database.ts';

let world: SocialWorld;
let folder: string;
beforeAll(async () => {
  world = await startSocialWorld(preferredEngine, {}, { OPERATOR_KEY: serverKey });
  folder = await mkdtemp(path.join(tmpdir(), 'session-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** Runs a command with the key of the server, or with the session in the folder. */
const run = (key: string | null, ...args: string[]) => runAt(world.app.url, key, ...args);
function runAt(url: string, key: string | null, ...args: string[]) {
  const keyFile = path.join(folder, 'operator-key');
  const operator = { key, keyFile, url };
  const context = { settings: { operator, publicUrl } };
  return captureOutput((output) => runCommand(args, ops, { ...output, ...context }));
}
const asServer = (...args: string[]) =>
  run(serverKey, 'operators', ...args, '--why', 'a test', '--as', 'root');

test('an administrator signs in with a one-time link, and sets up the second factor', async () => {
  const [link = ''] = (await asServer('first-link', 'Ada')).out.split('\n');
  expect((await run(null, 'login', '--link', link)).out).toBe(
    'Signed in as Ada.\nSet up your second factor: npm run ops -- second-factor set-up\n',
  );
  const file = await stat(path.join(folder, 'operator-session'));
  expect(file.mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['operator-session']);
  expect((await run(null, 'login', '--link', link)).err).toContain('wrong, used or expired');
  expect((await run(null, 'operators', 'list')).err).toContain('second-factor check');
  const { out } = await run(null, 'second-factor', 'set-up');
  const [, secret = ''] = /enter ([A-Z2-7]{32})\./.exec(out) ?? [];
  const { clock } = world.app.deps;
  const confirmed = await run(null, 'second-factor', 'confirm', codeOf(secret, clock.now()));
  const codes = confirmed.out.match(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/gm) ?? [];
  expect(codes).toHaveLength(10);
  expect((await run(null, 'operators', 'me')).out).toBe('Ada: administrator\n');
  expect((await run(null, 'second-factor', 'check', codes[0] ?? '')).out).toContain('left: 9');
  expect((await run(null, 'logout')).out).toBe('Signed out.\n');
  expect(await readdir(folder)).toEqual([]);
});

test('logout keeps the session if the server does not answer @slow', async () => {
  const [link = ''] = (await asServer('first-link', 'Ada')).out.split('\n');
  await run(null, 'login', '--link', link);
  const refused = await runAt('http://127.0.0.1:9', null, 'logout');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('You are still signed in. Try logout again later.');
  expect(await readdir(folder)).toEqual(['operator-session']);
  await asServer('block', 'Ada');
  expect(await run(null, 'logout')).toEqual({ code: 0, out: 'Signed out.\n', err: '' });
  expect(await readdir(folder)).toEqual([]);
});

test('the error message differs between a session that cannot be read and a missing session', async () => {
  const file = path.join(folder, 'operator-session');
  await mkdir(file);
  expect((await run(null, 'operators', 'me')).err).toMatch(
    new RegExp(`^${file} cannot be read: EISDIR`),
  );
  await rm(file, { recursive: true });
  expect((await run(null, 'operators', 'me')).err).toContain('There is no key in');
});

test('an operator signs in at the provider, in a browser', async () => {
  const email = 'demo.support@sandbox.example';
  expect((await asServer('invite', 'Sam', '--email', email, '--role', 'support')).out).toBe(
    'Sam: support  invited\n',
  );
  const operator = { key: null, keyFile: path.join(folder, 'operator-key'), url: world.app.url };
  const signIn = (account: string) =>
    signInByCommand({ operator, publicUrl }, world.stranger(), account);
  expect((await signIn('Demo support')).out).toBe('Signed in as Sam.\n');
  expect((await run(null, 'operators', 'me')).out).toBe('Sam: support\n');
  const refused = await signIn('Demo finance');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain('needs its ID (subject) to invite you: Demo finance');
});

test('another program on the machine cannot forge the answer of a refused sign-in', async () => {
  const operator = { key: null, keyFile: path.join(folder, 'operator-key'), url: world.app.url };
  const forge = async (address: string) => {
    const { searchParams } = new URL(address);
    const forged = {
      failure: 'refused',
      subject: 'The account of a stranger',
      challenge: 'x'.repeat(43),
    };
    const query = new URLSearchParams(forged).toString();
    const { status } = await fetch(`http://127.0.0.1:${searchParams.get('port')}/?${query}`);
    expect(status).toBe(404);
  };
  const settings = { operator, publicUrl };
  const refused = await signInByCommand(settings, world.stranger(), 'Demo finance', forge);
  expect(refused.err).toContain('needs its ID (subject) to invite you: Demo finance');
  expect(refused.err).not.toContain('stranger');
});

test('after an answer without the challenge, the command warns once and keeps waiting', async () => {
  const operator = { key: null, keyFile: path.join(folder, 'operator-key'), url: world.app.url };
  const text =
    'An answer came that is not for this attempt. If your browser sent it, the server is older than this command.\n';
  const answerAsBefore = async (address: string) => {
    const port = new URL(address).searchParams.get('port');
    for (const query of ['code=of-the-server', 'failure=refused&subject=A+stranger']) {
      const answer = await fetch(`http://127.0.0.1:${port}/?${query}`);
      expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 400, text });
    }
  };
  const settings = { operator, publicUrl };
  const refused = await signInByCommand(settings, world.stranger(), 'Demo finance', answerAsBefore);
  expect(refused.err.split(text)).toHaveLength(2);
  expect(refused.err).toContain('needs its ID (subject) to invite you: Demo finance');
  expect(refused.err).not.toContain('stranger');
});

test('a sign-in is refused while OPERATOR_KEY is set', async () => {
  const link = 'x'.repeat(43);
  expect((await run(serverKey, 'login', '--link', link)).err).toContain('OPERATOR_KEY is set');
  const operator = { key: serverKey, keyFile: path.join(folder, 'none'), url: world.app.url };
  const signIn = signInByCommand({ operator, publicUrl }, world.stranger(), 'Demo support');
  expect((await signIn).err).toContain('OPERATOR_KEY is set');
});
