import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { CodeIssued } from '../../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../../contract/paths.ts';
import { createLogger } from '../../../log/logger.ts';
import { cleanUp } from '../../../jobs/housekeeping.ts';
import { freshPhone, startTestApp, type TestApp } from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';

const minute = 60;

forEachEngine((engine) => {
  const inApp = async (run: (app: TestApp, logged: string[]) => Promise<void>) => {
    const logged: string[] = [];
    const lines = new Writable({
      write(chunk, _, done) {
        logged.push(String(chunk));
        done();
      },
    });
    const env = { CODES_BREAKER: '10', CODES_BREAKER_PERCENT: '20' };
    const app = await startTestApp({ engine, env, log: createLogger('warn', lines) });
    try {
      await run(app, logged);
    } finally {
      await app.close();
    }
  };
  const ask = (app: TestApp, phone: string) =>
    app.call(paths.codes, { method: 'POST', body: { phone, language: 'en' } });
  const signIn = async (app: TestApp, phone: string) => {
    const { requestId } = CodeIssued.parse((await ask(app, phone)).body);
    const body = { code: app.sms.codeFor(phone) };
    await app.call(fillPath(paths.verifyCode, { requestId }), { method: 'POST', body });
  };
  const pump = async (app: TestApp, times: number) => {
    const statuses = await Promise.all(
      Array.from({ length: times }, async () => (await ask(app, freshPhone())).status),
    );
    return new Set(statuses);
  };

  test('many unanswered codes block their country for a while, and no other country @slow', () =>
    inApp(async (app, logged) => {
      const { clock } = app.deps;
      const known = freshPhone();
      await signIn(app, known);
      expect(await pump(app, 9)).toEqual(new Set([201]));
      // Codes younger than two minutes do not count as unanswered, because their recipients may still enter them.
      expect((await ask(app, freshPhone())).status).toBe(201);
      clock.advance(3 * minute);

      const stranger = freshPhone();
      const [knownAnswer, unknownAnswer] = [await ask(app, known), await ask(app, stranger)];
      for (const answer of [knownAnswer, unknownAnswer]) {
        expect(answer.status).toBe(429);
        expect(answer.body).toMatchObject({ code: 'challengeNeeded' });
      }
      expect((await ask(app, '+525512345678')).status).toBe(201);

      const warnings = logged.filter((line) => line.includes('country'));
      expect(warnings.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ level: 'warn', country: 'US', sent: 11, answered: 1 }),
      ]);
      for (const phone of [known, stranger]) {
        expect(logged.join('')).not.toContain(phone.slice(2));
      }

      clock.advance(58 * minute);
      expect((await ask(app, stranger)).status).toBe(201);
    }));

  test('answered codes keep the circuit breaker closed, and a few unanswered codes do not open it @slow', () =>
    inApp(async (app) => {
      for (let i = 0; i < 3; i++) await signIn(app, freshPhone());
      await pump(app, 9);
      app.deps.clock.advance(3 * minute);
      expect((await ask(app, freshPhone())).status).toBe(201);
    }));

  test('messages that the provider refuses do not count as sent @slow', () =>
    inApp(async (app) => {
      app.sms.refusals = 40;
      expect(await pump(app, 20)).toEqual(new Set([503]));
      app.deps.clock.advance(3 * minute);
      expect((await ask(app, freshPhone())).status).toBe(201);
    }));

  test('the clean-up deletes old counts of the circuit breaker', () =>
    inApp(async (app) => {
      await pump(app, 2);
      const rows = () => app.deps.db.selectFrom('code_traffic').selectAll().execute();
      await cleanUp(app.deps);
      expect(await rows()).not.toEqual([]);
      app.deps.clock.advance(3 * 60 * minute);
      await cleanUp(app.deps);
      expect(await rows()).toEqual([]);
    }));
});
