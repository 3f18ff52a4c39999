import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath, paths } from '../../../../contract/paths.ts';
import { freshPhone, signUp, startTestApp, type TestApp } from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';
import type { CodePurpose } from './codePurpose.ts';
import { openCodeVault, type CodeVault } from './codeSecret.ts';
import { proveCode } from './proveCode.ts';
import { requestCode } from './requestCode.ts';

forEachEngine((engine) => {
  let app: TestApp;
  let vault: CodeVault;
  beforeAll(async () => {
    app = await startTestApp({ engine });
    vault = await openCodeVault(app.deps.db, app.deps.settings);
  });
  afterAll(() => app.close());

  const caller = '192.0.2.1';
  const ask = async (phone: string, purpose: CodePurpose) =>
    (
      await requestCode(
        app.deps,
        vault,
        { phone, language: 'en' },
        { network: caller, browser: null },
        purpose,
      )
    ).requestId;
  const prove = (requestId: string, code: string, purpose: CodePurpose) =>
    proveCode(app.deps, vault, { requestId, code, purpose, caller }, async (_, { phone }) => phone);
  const changeOf = async (): Promise<CodePurpose> => {
    const { userId } = await signUp(app);
    return { purpose: 'changePhone', userId };
  };

  test('a code proves its phone once, and for its purpose only', async () => {
    const phone = freshPhone();
    const mine = await changeOf();
    const requestId = await ask(phone, mine);
    const code = app.sms.codeFor(phone);
    await expect(prove(requestId, code, await changeOf())).rejects.toThrow('codeExpired');
    await expect(prove(requestId, code, { purpose: 'signIn' })).rejects.toThrow('codeExpired');
    const signIn = fillPath(paths.verifyCode, { requestId });
    expect((await app.call(signIn, { method: 'POST', body: { code } })).status).toBe(410);

    expect(await prove(requestId, code, mine)).toBe(phone);
    await expect(prove(requestId, code, mine)).rejects.toThrow('codeExpired');
  });

  test('a code for a sign-in cannot change a phone', async () => {
    const phone = freshPhone();
    const requestId = await ask(phone, { purpose: 'signIn' });
    const code = app.sms.codeFor(phone);
    await expect(prove(requestId, code, await changeOf())).rejects.toThrow('codeExpired');
    expect(await prove(requestId, code, { purpose: 'signIn' })).toBe(phone);
  });

  test('a code stays valid if the change that it allows fails', async () => {
    const phone = freshPhone();
    const purpose = await changeOf();
    const requestId = await ask(phone, purpose);
    const code = app.sms.codeFor(phone);
    const proof = { requestId, code, purpose, caller };
    const failing = proveCode(app.deps, vault, proof, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await prove(requestId, code, purpose)).toBe(phone);
  });

  test('right codes of two requests for one phone take effect one after the other', async () => {
    const phone = freshPhone();
    const change = await changeOf();
    const first = { requestId: await ask(phone, change), code: app.sms.codeFor(phone) };
    app.deps.clock.advance(31);
    const signIn = { purpose: 'signIn' } as const;
    const second = { requestId: await ask(phone, signIn), code: app.sms.codeFor(phone) };
    const order: string[] = [];
    const others: Promise<void>[] = [];
    await proveCode(app.deps, vault, { ...first, purpose: change, caller }, async (trx) => {
      const proof = { ...second, purpose: signIn, caller };
      others.push(proveCode(app.deps, vault, proof, async () => void order.push('second')));
      // These queries take so long that the other request would finish first if it did not have to
      // wait.
      for (let i = 0; i < 200; i++) await sql`select 1`.execute(trx);
      order.push('first');
    });
    await Promise.all(others);
    expect(order).toEqual(['first', 'second']);
  });
});
