import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { opsErrors, OpsProblem } from '../../../contract/operators/problems.ts';
import {
  KeyAdded,
  OperatorChanged,
  OperatorList,
  OperatorRole,
} from '../../../contract/operators/team.ts';
import { WebhookType } from '../../../contract/operators/webhooks.ts';
import { paths as riderPaths } from '../../../contract/paths.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { undescribedRoutes } from '../../testing/routes/authorisationRows.ts';
import { brokenOperatorActions } from '../audit/operatorActions.ts';

const serverKey = 'operators-key-of-the-tests-0123456789';
const why = 'new in the team';

const Operation = z.looseObject({
  'x-roles': z.array(OperatorRole),
  parameters: z.array(z.looseObject({ $ref: z.string().optional() })).optional(),
});
const OperatorsDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    schemas: z.object({
      OpsProblem: z.object({
        properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }),
      }),
    }),
  }),
  webhooks: z.record(z.string(), z.unknown()),
});

forEachEngine((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey } });
  });
  afterAll(() => app.close());

  const call = (path: string, body?: object, bearer = serverKey, key: string = randomUUID()) =>
    app.call(`/api/ops/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(bearer === serverKey && { 'x-operator': 'root' }),
      },
      ...(body && { body, key }),
    });
  const nameOf = (name: string) => encodeURIComponent(name);
  const refusalOf = ({ status, body }: { status: number; body: unknown }) => ({
    status,
    code: OpsProblem.parse(body).code,
  });
  const add = async (name: string, ...roles: OperatorRole[]) => {
    const { status } = await call('operators', { name, roles, why });
    expect(status).toBe(201);
    return KeyAdded.parse(
      (await call(`operators/${nameOf(name)}/keys`, { label: 'laptop', why })).body,
    );
  };
  const textOf = ({ key }: KeyAdded) => key ?? 'no key';
  const actions = async (subject: string) =>
    app.deps.db
      .selectFrom('operator_actions')
      .select(['action', 'who', 'why', 'before', 'after', 'details'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute();

  test('an operator acts under their own name, whatever name the call states', async () => {
    const ada = textOf(await add('Ada', 'support'));
    expect(ada).toMatch(/^ops_[\w-]{43}$/);
    const me = await app.call('/api/ops/me', {
      headers: { authorization: `Bearer ${ada}`, 'x-operator': 'Somebody Else' },
    });
    expect(me.body).toEqual({ name: 'Ada', roles: ['support'], scopes: null, session: null });
    const { operators } = OperatorList.parse((await call('operators')).body);
    expect(operators.find(({ name }) => name === 'Ada')).toMatchObject({
      roles: ['support'],
      blockedAt: null,
      keys: [{ label: 'laptop', usedOn: app.deps.clock.now().toISOString().slice(0, 10) }],
    });
    const stored = await app.deps.db.selectFrom('operator_keys').select('hash').execute();
    expect(JSON.stringify(stored)).not.toContain(ada.slice(4));
  });

  test('a revoked key and the keys of a blocked operator are refused at once', async () => {
    const first = await add('Bob', 'readOnly');
    const second = KeyAdded.parse(
      (await call('operators/Bob/keys', { label: 'telephone', why })).body,
    );
    expect((await call(`operators/Bob/keys/${first.id}/revoke`, { why })).status).toBe(200);
    const refused = { status: 401, code: 'keyRefused' };
    expect(refusalOf(await call('me', undefined, textOf(first)))).toEqual(refused);
    expect((await call('me', undefined, textOf(second))).status).toBe(200);
    expect((await call('operators/bob/block', { why: 'left the team' })).status).toBe(200);
    expect(refusalOf(await call('me', undefined, textOf(second)))).toEqual(refused);
    expect((await call('operators/Bob/unblock', { why: 'came back' })).status).toBe(200);
    expect((await call('me', undefined, textOf(second))).status).toBe(200);
    expect(refusalOf(await call('me', undefined, textOf(first)))).toEqual(refused);
    expect((await actions('Bob')).map(({ action, who }) => `${who}: ${action}`)).toEqual([
      'root: operator.add',
      'root: operator.addKey',
      'root: operator.addKey',
      'root: operator.revokeKey',
      'root: operator.block',
      'root: operator.unblock',
    ]);
    expect(await brokenOperatorActions(app.deps.db)).toEqual([]);
  });

  test('changed roles count at once, and the record shows the roles before and after', async () => {
    const key = textOf(await add('Cleo', 'readOnly'));
    expect(refusalOf(await call('operators', undefined, key))).toEqual({
      status: 403,
      code: 'roleMissing',
    });
    const roles = ['finance', 'administrator', 'finance'];
    const changed = OperatorChanged.parse(
      (await call('operators/Cleo/roles', { roles, why })).body,
    );
    expect(changed.operator.roles).toEqual(['administrator', 'finance']);
    expect((await call('operators', undefined, key)).status).toBe(200);
    const last = (await actions('Cleo')).at(-1);
    expect(last).toMatchObject({
      before: { roles: ['readOnly'], blockedAt: null },
      after: { roles: ['administrator', 'finance'], blockedAt: null },
    });
  });

  describe('a key with scopes', () => {
    const addKey = (name: string, options: object) =>
      call(`operators/${name}/keys`, { label: 'machine', why, ...options });
    const keyWith = async (name: string, options: object) =>
      textOf(KeyAdded.parse((await addKey(name, options)).body));

    test('does only what its scopes and the roles of its operator allow', async () => {
      await add('Nia', 'support');
      const reader = await keyWith('Nia', { scopes: ['stations:read', 'chargers:write'] });
      const missing = { status: 403, code: 'scopeMissing' };
      expect((await call('stations', undefined, reader)).status).toBe(200);
      expect((await call('chargers', undefined, reader)).status).toBe(200);
      expect((await call('me', undefined, reader)).body).toMatchObject({
        name: 'Nia',
        scopes: ['stations:read', 'chargers:write'],
      });
      expect(refusalOf(await call('cases', undefined, reader))).toEqual(missing);
      expect(refusalOf(await call('me/alerts', undefined, reader))).toEqual(missing);
      expect(refusalOf(await call('stations/X/pause', { why }, reader)).code).toBe('roleMissing');
      expect(refusalOf(await call('chargers', { why }, reader)).code).toBe('roleMissing');
      await call('operators/Nia/roles', { roles: ['administrator'], why });
      expect(refusalOf(await call('stations/X/pause', { why }, reader))).toEqual(missing);
      expect(refusalOf(await call('operators', undefined, reader))).toEqual(missing);
    });

    test('cannot have an unknown area, nor make other keys', async () => {
      await add('Omar', 'administrator');
      for (const scope of ['nothing:read', 'operators:write']) {
        expect(refusalOf(await addKey('Omar', { scopes: [scope] }))).toEqual({
          status: 422,
          code: 'scopeRefused',
        });
      }
      for (const wrong of ['stations', 'stations:delete', 'Stations:read', '']) {
        expect((await addKey('Omar', { scopes: [wrong] })).status).toBe(400);
      }
      expect((await addKey('Omar', { scopes: [] })).status).toBe(400);
    });

    test('stops working when it expires', async () => {
      await add('Pia', 'support');
      const key = await keyWith('Pia', { expiresInDays: 2 });
      app.deps.clock.advance(47 * 3600);
      expect((await call('me', undefined, key)).status).toBe(200);
      app.deps.clock.advance(3600);
      expect(refusalOf(await call('me', undefined, key))).toEqual({
        status: 401,
        code: 'keyRefused',
      });
    });
  });

  test('a repeated call changes nothing, and never shows a key again', async () => {
    const once = randomUUID();
    const dora = { name: 'Dora', roles: ['support'], why };
    expect((await call('operators', dora, serverKey, once)).body).toMatchObject({
      repeated: false,
    });
    expect((await call('operators', dora, serverKey, once)).body).toMatchObject({ repeated: true });
    expect(
      refusalOf(await call('operators', { ...dora, name: 'Dorothy' }, serverKey, once)),
    ).toEqual({ status: 422, code: 'keyReused' });
    const keyOnce = randomUUID();
    const addKey = () => call('operators/Dora/keys', { label: 'laptop', why }, serverKey, keyOnce);
    const added = KeyAdded.parse((await addKey()).body);
    expect(KeyAdded.parse((await addKey()).body)).toEqual({
      id: added.id,
      key: null,
      repeated: true,
    });
    const { operators } = OperatorList.parse((await call('operators')).body);
    expect(operators.find(({ name }) => name === 'Dora')?.keys).toHaveLength(1);
  });

  test('concurrent calls with the same idempotency key have one effect', async () => {
    await add('Gus', 'support');
    const calls = Array.from({ length: 8 });
    // Open each connection of the pool first, so that the calls below really run at the same time.
    await Promise.all(calls.map(() => call('operators')));
    const key = randomUUID();
    const answers = await Promise.all(
      calls.map(() => call('operators/Gus/keys', { label: 'laptop', why }, serverKey, key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const added = answers.map(({ body }) => KeyAdded.parse(body));
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    expect(added.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  test('two calls at once with the same name add one operator', async () => {
    const answers = await Promise.all(
      ['Élodie', 'élodie'].map((name) => call('operators', { name, roles: ['support'], why })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
  });

  test('unknown operators, keys and roles are refused', async () => {
    await add('Emil', 'support');
    const emma = await add('Emma', 'support');
    expect(refusalOf(await call('operators/nobody/block', { why }))).toEqual({
      status: 404,
      code: 'operatorNotFound',
    });
    expect(refusalOf(await call(`operators/Emil/keys/${emma.id}/revoke`, { why }))).toEqual({
      status: 404,
      code: 'keyNotFound',
    });
    expect(refusalOf(await call('operators', { name: 'EMIL', roles: ['support'], why }))).toEqual({
      status: 409,
      code: 'nameTaken',
    });
    for (const wrong of [
      { name: 'Finn', roles: [], why },
      { name: 'Finn', roles: ['owner'], why },
      { name: ' Finn', roles: ['support'], why },
      { name: 'Finn\u0007', roles: ['support'], why },
      { name: 'Finn', roles: ['support'] },
    ]) {
      expect((await call('operators', wrong)).status).toBe(400);
    }
    expect(refusalOf(await call('me', undefined, `ops_${'x'.repeat(43)}`))).toEqual({
      status: 401,
      code: 'keyRefused',
    });
  });

  /** The roles that may call each route, besides administrators. */
  const rights: Record<string, OperatorRole[]> = {
    'GET /api/ops/me': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/operators': [],
    'GET /api/ops/doctor': [],
    'POST /api/ops/operators': [],
    'POST /api/ops/operators/{name}/roles': [],
    'POST /api/ops/operators/{name}/block': [],
    'POST /api/ops/operators/{name}/unblock': [],
    'POST /api/ops/operators/invite': [],
    'POST /api/ops/operators/{name}/first-link': [],
    'POST /api/ops/operators/{name}/account': [],
    'POST /api/ops/operators/{name}/reach': [],
    'GET /api/ops/operators/{name}/sessions': [],
    'POST /api/ops/operators/{name}/sessions/{id}/end': [],
    'POST /api/ops/operators/{name}/second-factor/reset': [],
    'GET /api/ops/me/sessions': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/me/sessions/{id}/end': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/sign-out': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/second-factor/set-up': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/second-factor/confirm': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/second-factor/check': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/operators/{name}/keys': [],
    'POST /api/ops/operators/{name}/keys/{id}/revoke': [],
    'POST /api/ops/proof-keys': [],
    'GET /api/ops/audit': ['support', 'field', 'finance', 'marketing'],
    'GET /api/ops/audit/verify': ['finance'],
    'GET /api/ops/regions': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/regions': ['field'],
    'POST /api/ops/regions/{id}/change': ['field'],
    'GET /api/ops/venues': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/venues/{id}': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/venues': ['field'],
    'POST /api/ops/venues/{id}/change': ['field'],
    'POST /api/ops/venues/{id}/pause': ['field'],
    'POST /api/ops/venues/{id}/resume': ['field'],
    'POST /api/ops/venues/{id}/end': ['field'],
    'POST /api/ops/venues/{id}/stations': ['field'],
    'POST /api/ops/venues/{id}/stations/remove': ['field'],
    'GET /api/ops/tickets': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/restocking': ['support', 'field', 'finance', 'readOnly'],
    'POST /api/ops/tickets/{number}/take': ['field'],
    'POST /api/ops/tickets/{number}/done': ['field'],
    'GET /api/ops/me/alerts': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/me/alerts': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/webhooks': [],
    'POST /api/ops/webhooks': [],
    'POST /api/ops/webhooks/{id}/pause': [],
    'POST /api/ops/webhooks/{id}/resume': [],
    'POST /api/ops/webhooks/{id}/remove': [],
    'POST /api/ops/webhooks/{id}/secret': [],
    'POST /api/ops/webhooks/{id}/rotate-secret': [],
    'POST /api/ops/webhooks/{id}/replay': [],
    'GET /api/ops/webhooks/{id}/deliveries': [],
    'GET /api/ops/chargers/{serial}': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/chargers': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/chargers': ['field'],
    'POST /api/ops/chargers/{serial}/hold-back': ['field'],
    'POST /api/ops/chargers/{serial}/release': ['field'],
    'POST /api/ops/chargers/{serial}/retire': ['field'],
    'POST /api/ops/recalls': ['field'],
    'GET /api/ops/field-sessions': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/field-sessions': ['field'],
    'GET /api/ops/field-sessions/{id}': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/field-sessions/{id}/close': ['field'],
    'GET /api/ops/stations/{id}/commands': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/stations/{id}/commands': ['field'],
    'GET /api/ops/stations': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/stations/export': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/stations/{id}': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/stations/{id}/secret': [],
    'POST /api/ops/stations/{id}/secret/rotate': [],
    'POST /api/ops/stations/{id}/secret/revoke': [],
    'POST /api/ops/stations/import': [],
    'POST /api/ops/stations/{id}/change': ['field'],
    'POST /api/ops/stations/{id}/pause': [],
    'POST /api/ops/stations/{id}/resume': [],
    'POST /api/ops/stations/{id}/retire': [],
    'GET /api/ops/approvals': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/approvals/{id}/approve': ['finance'],
    'POST /api/ops/approvals/{id}/reject': ['finance'],
    'POST /api/ops/approvals/{id}/withdraw': [
      'support',
      'field',
      'finance',
      'marketing',
      'readOnly',
    ],
    'GET /api/ops/tariffs': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/tariffs': [],
    'GET /api/ops/tariffs/{id}': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/tariffs/{id}/assign': [],
    'GET /api/ops/tariff-assignments': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/tariff-assignments/{id}/end': [],
    'GET /api/ops/cases': ['support', 'finance', 'readOnly'],
    'GET /api/ops/cases/{number}': ['support', 'finance', 'readOnly'],
    'POST /api/ops/cases': ['support', 'finance'],
    'POST /api/ops/cases/{number}/answer': ['support'],
    'POST /api/ops/cases/{number}/assign': ['support'],
    'POST /api/ops/cases/{number}/close': ['support', 'finance'],
    'POST /api/ops/cases/{number}/wait': ['support'],
    'GET /api/ops/orders': ['support', 'finance', 'readOnly'],
    'GET /api/ops/orders/{number}': ['support', 'finance', 'readOnly'],
    'POST /api/ops/orders/{number}/refund': ['support', 'finance'],
    'POST /api/ops/orders/{number}/waive': ['support', 'finance'],
    'POST /api/ops/top-ups/{number}/refund': ['support', 'finance'],
    'POST /api/ops/riders/search': ['support', 'finance', 'readOnly'],
    'GET /api/ops/riders/{number}': ['support', 'finance', 'readOnly'],
    'GET /api/ops/riders/{number}/time-line': ['support', 'finance', 'readOnly'],
    'POST /api/ops/riders/{number}/unmask': ['support'],
    'POST /api/ops/riders/{number}/block': ['support'],
    'POST /api/ops/riders/{number}/unblock': ['support'],
    'POST /api/ops/riders/{number}/credit': ['support', 'finance'],
    'POST /api/ops/riders/{number}/export': ['support'],
    'POST /api/ops/riders/{number}/erase': ['support'],
    'POST /api/ops/blocked-phones': ['support'],
    'GET /api/ops/coupons': ['support', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/coupons': ['finance', 'marketing'],
    'POST /api/ops/coupons/{code}/end': ['marketing'],
    'GET /api/ops/campaigns': ['support', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/campaigns': ['finance', 'marketing'],
    'POST /api/ops/campaigns/{type}/end': ['marketing'],
    'GET /api/ops/news': ['support', 'finance', 'marketing', 'readOnly'],
    'POST /api/ops/news': ['marketing'],
    'GET /api/ops/hosts': ['support', 'marketing'],
    'POST /api/ops/hosts/{reference}/done': ['support', 'marketing'],
    'POST /api/ops/hosts/{reference}/erase': ['support', 'marketing'],
    'GET /api/ops/chargebacks': ['support', 'finance', 'readOnly'],
    'POST /api/ops/chargebacks/{id}/lift': ['support', 'finance'],
    'GET /api/ops/venues/{id}/terms': ['finance', 'readOnly'],
    'GET /api/ops/venues/{id}/statements': ['finance', 'readOnly'],
    'GET /api/ops/venues/{id}/statements.csv': ['finance', 'readOnly'],
    'GET /api/ops/venues/{id}/statements.pdf': ['finance', 'readOnly'],
    'GET /api/ops/venue-statements': ['finance', 'readOnly'],
    'POST /api/ops/venues/{id}/terms': ['finance'],
    'POST /api/ops/venues/{id}/statements/close': ['finance'],
    'POST /api/ops/venue-statements/close': ['finance'],
    'POST /api/ops/venues/{id}/statements/send': ['finance'],
    'GET /api/ops/venues/{id}/payouts': ['finance', 'readOnly'],
    'POST /api/ops/venues/{id}/payouts': ['finance'],
    'POST /api/ops/venues/{id}/payouts/{payout}/reverse': ['finance'],
    'GET /api/ops/bulk-acts': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/bulk-acts/{id}': ['support', 'field', 'finance', 'marketing', 'readOnly'],
    'GET /api/ops/ledger/balances': ['finance', 'readOnly'],
    'GET /api/ops/ledger/entries': ['finance', 'readOnly'],
    'GET /api/ops/ledger/check': ['finance', 'readOnly'],
    'GET /api/ops/reconciliation/day': ['finance', 'readOnly'],
    'GET /api/ops/reconciliation/differences': ['finance', 'readOnly'],
    'GET /api/ops/sellers': ['finance', 'readOnly'],
    'GET /api/ops/accounting/export': ['finance', 'readOnly'],
    'POST /api/ops/reconciliation/run': ['finance'],
    'POST /api/ops/sellers': ['finance'],
  };

  describe('the rights of the roles', () => {
    const keys = new Map<OperatorRole, string>();
    let described: Map<string, z.infer<typeof Operation>>;
    beforeAll(async () => {
      described = await describedRoutes();
      for (const role of OperatorRole.options) keys.set(role, textOf(await add(role, role)));
    });

    const describedRoutes = async () => {
      const { body } = await app.call('/api/ops/openapi.json');
      const { paths } = OperatorsDocument.parse(body);
      return new Map(
        Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => [
            `${method.toUpperCase()} ${path}`,
            operation,
          ]),
        ),
      );
    };

    test('the document and the table contain all routes of operators', () => {
      const itself = 'GET /api/ops/openapi.json';
      const routes = Object.keys(undescribedRoutes)
        .filter((route) => route.includes('/api/ops/') && route !== itself)
        .toSorted();
      expect([...described.keys()].toSorted()).toEqual(routes);
      // Leave out the sign-in routes, because everybody may call them.
      const guarded = routes.filter((route) => !route.includes('/api/ops/sign-in/'));
      expect(Object.keys(rights).toSorted()).toEqual(guarded);
    });

    test('the document describes the key, the problems and the idempotency key of each route', async () => {
      for (const [route, { parameters = [], ...operation }] of described) {
        const isOpen = route.includes('/api/ops/sign-in/');
        expect({ route, ...operation }).toEqual({
          route,
          ...operation,
          summary: expect.stringMatching(/^[A-Z][^.]+$/),
          tags: [route.split('/')[3]],
          security: isOpen ? [] : [{ operatorKey: [] }, { operatorSession: [] }],
          responses: expect.objectContaining({
            default: { $ref: '#/components/responses/Problem' },
          }),
        });
        const hasKey = parameters.some(
          ({ $ref }) => $ref === '#/components/parameters/IdempotencyKey',
        );
        const isWithoutKey = /ops\/(sign-|second-factor|me\/sessions|riders\/search)/.test(route);
        const needsKey = route.startsWith('POST ') && !isWithoutKey;
        expect({ route, hasKey }).toEqual({ route, hasKey: needsKey });
      }
      const { body } = await app.call('/api/ops/openapi.json');
      const { components, webhooks } = OperatorsDocument.parse(body);
      expect(Object.keys(webhooks)).toEqual(WebhookType.options);
      expect(components.schemas.OpsProblem.properties.code.enum).toEqual(Object.keys(opsErrors));
    });

    test('the document for riders has no route of operators', async () => {
      const { body } = await app.call(riderPaths.openApi);
      expect(JSON.stringify(body)).not.toContain('/api/ops');
    });

    test.each(Object.entries(rights))('%s', async (route, roles) => {
      const [method = '', template = ''] = route.split(' ');
      const parts: Record<string, string> = {
        name: 'nobody',
        serial: 'PB-1',
        number: 'C-NONE-NONE',
      };
      const path = template.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? randomUUID());
      expect(described.get(route)?.['x-roles']).toEqual(['administrator', ...roles]);
      const ask = async (bearer: string | null) => {
        const { status, body } = await app.call(path, {
          method,
          ...(bearer !== null && { headers: { authorization: `Bearer ${bearer}` } }),
          ...(method === 'POST' && { body: { why }, key: randomUUID() }),
        });
        // Some routes answer with a file, which has no code.
        const { code } = z.object({ code: z.string().optional() }).catch({}).parse(body);
        return { status, code };
      };
      expect(await ask(null)).toEqual({ status: 401, code: 'keyRefused' });
      for (const role of OperatorRole.options) {
        const { status, code } = await ask(keys.get(role) ?? '');
        const isAllowed = role === 'administrator' || roles.includes(role);
        expect({ role, isRefused: status === 403 && code === 'roleMissing' }).toEqual({
          role,
          isRefused: !isAllowed,
        });
        expect(status).toBeLessThan(500);
        expect(status).not.toBe(401);
      }
    });
  });
});
