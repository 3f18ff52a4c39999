import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import QRCode from 'qrcode';
import { z } from 'zod';
import { ProblemError } from '../server/http/problem.ts';
import type { SandboxLog } from '../server/outside/outsideWorld.ts';
import { KnobsPatch } from './cabinets/knobs.ts';
import { CabinetRefusal } from './cabinets/mechanics.ts';
import { NotHereError, type Fleet } from './cabinets/fleet.ts';
import { demoStations } from './demo/demo.ts';
import { drawStationPhoto } from './demo/stationPhoto.ts';
import { IdentityKnobs } from './identity/identityFaults.ts';
import { IssuerKnobsPatch } from './issuer/faults.ts';
import { chargebackRoutes } from './issuer/chargebackRoutes.ts';
import { readPageFile, servePageFiles } from './pageFiles.ts';
import { PushKnobs } from './push/pushBox.ts';
import type { Sandbox } from './sandbox.ts';
import { DemoTiles } from './tiles.ts';

export interface SandboxRoutesOptions {
  sandbox: Sandbox;
  /** The public URL of the app, without a trailing slash. */
  publicUrl: string;
  log: SandboxLog;
}

const StationParams = z.object({ id: z.string() });
const Return = z.strictObject({
  charger: z.string().min(1).max(40),
  slot: z.int().min(1).optional(),
  level: z.int().min(0).max(100).optional(),
});
const Advance = z.strictObject({
  advanceSeconds: z
    .int()
    .min(1)
    .max(366 * 24 * 3600),
});
/**
 * The plus of a phone number may be unencoded. It is then decoded as a space, so the first character may be a space.
 */
const MessagesQuery = z.object({
  to: z
    .string()
    .transform((to) => to.replace(/^ /, '+'))
    .optional(),
});
const PushesQuery = z.object({ endpoint: z.string().optional() });
/**
 * The body of the request for a push subscription. If the body contains `applicationServerKey`,
 * only the sender with this key may send messages, as in a real browser.
 */
const NewBrowser = z
  .strictObject({
    applicationServerKey: z
      .string()
      .regex(/^[\w-]{87}$/)
      .optional(),
  })
  .nullish();
const TileParams = z.object({
  z: z.coerce.number().int(),
  x: z.coerce.number().int(),
  y: z.coerce.number().int(),
});

/**
 * The maximum time in milliseconds to wait until the cabinets have sent messages with the new time.
 */
const settleMs = 3_000;

/** Serves the page at `/sandbox` and its API. Register the routes with the prefix `/sandbox`. */
export const sandboxRoutes: FastifyPluginAsyncZod<SandboxRoutesOptions> = async (app, options) => {
  const { sandbox, publicUrl } = options;
  const tiles = new DemoTiles(options.log);
  const hidden = { hide: true } as const;

  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, ...hidden };
  });

  const page = readPageFile('sandbox.html');
  // Because of the prefix, this route is both `/sandbox` and `/sandbox/`.
  app.get('/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
  );
  servePageFiles(app, '', [
    'tokens.css',
    'sandbox.css',
    'sandbox.js',
    'icon.svg',
    'api.js',
    'cabinetCards.js',
    'dom.js',
    'knobsForm.js',
    'pushes.js',
    'tour.js',
  ]);

  app.get('/api/messages', { schema: { querystring: MessagesQuery } }, async (request, reply) =>
    reply.header('cache-control', 'no-store').send(sandbox.messages.list(request.query.to)),
  );

  app.get('/api/pushes', { schema: { querystring: PushesQuery } }, async (request, reply) =>
    reply.header('cache-control', 'no-store').send(sandbox.pushes.list(request.query.endpoint)),
  );
  app.post('/api/push-subscriptions', { schema: { body: NewBrowser } }, async (request, reply) =>
    reply.code(201).send(sandbox.subscribe(request.body?.applicationServerKey ?? null)),
  );
  app.get('/api/pushes/knobs', async () => sandbox.pushes.knobs);
  app.post('/api/pushes/knobs', { schema: { body: PushKnobs } }, async (request) => {
    sandbox.pushes.turn(request.body);
    return sandbox.pushes.knobs;
  });

  app.get('/api/cabinets', async () => fleetOf(sandbox).views().map(describe));
  app.get('/api/cabinets/:id', { schema: { params: StationParams } }, async (request) =>
    describe(orProblem(() => fleetOf(sandbox).view(request.params.id))),
  );
  app.get(
    '/api/cabinets/:id/qr.svg',
    { schema: { params: StationParams } },
    async (request, reply) => {
      const { id } = orProblem(() => fleetOf(sandbox).view(request.params.id));
      const svg = await QRCode.toString(deepLink(id), { type: 'svg', margin: 2 });
      return reply.type('image/svg+xml').header('cache-control', 'public, max-age=3600').send(svg);
    },
  );
  app.post(
    '/api/cabinets/:id/return',
    { schema: { params: StationParams, body: Return } },
    async (request) => {
      const { id } = request.params;
      const { accepted, slot } = orProblem(() => fleetOf(sandbox).pushIn(id, request.body));
      return { accepted, slot, cabinet: describe(fleetOf(sandbox).view(id)) };
    },
  );
  app.post(
    '/api/cabinets/:id/knobs',
    { schema: { params: StationParams, body: KnobsPatch } },
    async (request) => {
      const { id } = request.params;
      orProblem(() => fleetOf(sandbox).cabinet(id)).turn(request.body);
      return describe(fleetOf(sandbox).view(id));
    },
  );
  app.post('/api/knobs', { schema: { body: KnobsPatch } }, async (request) => {
    fleetOf(sandbox).turnAll(request.body);
    return fleetOf(sandbox).views().map(describe);
  });
  app.get('/api/chargers/out', async () => fleetOf(sandbox).chargersOut());

  app.get('/api/clock', async () => time());
  app.post('/api/clock', { schema: { body: Advance } }, async (request) => {
    await sandbox.clockControl.move(request.body.advanceSeconds);
    // Wait until the cabinets have sent messages with the new time, because the server would
    // otherwise consider the cabinets offline.
    await sandbox.fleet?.settled(settleMs);
    return time();
  });

  app.get('/api/payments', async () => sandbox.issuer.records());
  app.get('/api/payments/cards', async () =>
    sandbox.issuer.cards().map(({ card, kind, brand, last4, label, expiryMonth, expiryYear }) => ({
      card,
      kind,
      brand,
      last4,
      label,
      expiryMonth,
      expiryYear,
    })),
  );
  app.get('/api/payments/knobs', async () => issuerKnobs());
  app.post('/api/payments/knobs', { schema: { body: IssuerKnobsPatch } }, async (request) => {
    const { mode, times, operations, webhooks, chargeback, renew } = request.body;
    if (chargeback !== undefined && !sandbox.issuer.chargebacks.open(chargeback, 'fraudulent')) {
      throw new ProblemError('notFound', { fields: ['body.chargeback'] });
    }
    if (renew && !sandbox.issuer.renew(renew.card, renew)) {
      throw new ProblemError('notFound', { fields: ['body.renew.card'] });
    }
    if (mode) sandbox.faults.set({ mode, times, ...(operations && { operations }) });
    if (webhooks) sandbox.webhooks.turn(webhooks);
    return issuerKnobs();
  });

  await app.register(chargebackRoutes, { chargebacks: sandbox.issuer.chargebacks });

  app.get('/api/identity/knobs', async () => sandbox.identityFaults.knobs);
  app.post('/api/identity/knobs', { schema: { body: IdentityKnobs } }, async (request) => {
    sandbox.identityFaults.knobs = request.body;
    return sandbox.identityFaults.knobs;
  });

  app.get('/photos/:id.svg', { schema: { params: StationParams } }, async (request, reply) => {
    const station = demoStations.find(({ id }) => id === request.params.id);
    if (!station) throw new ProblemError('notFound', { fields: ['params.id'] });
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400');
    // A browser can open the photo as a page. Therefore the photo needs its own policy, which allows only inline
    // styles.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    return drawStationPhoto(station);
  });

  app.get('/tiles/:z/:x/:y.mvt', { schema: { params: TileParams } }, async (request, reply) => {
    const { z, x, y } = request.params;
    const tile = await tiles.tile(z, x, y);
    if (!tile) return reply.code(204).header('cache-control', 'public, max-age=3600').send();
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    reply.type('application/vnd.mapbox-vector-tile').header('vary', 'accept-encoding');
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(tile.plain);
    return reply.header('content-encoding', 'br').send(tile.brotli);
  });

  function issuerKnobs() {
    return { ...sandbox.faults.knobs, webhooks: sandbox.webhooks.knobs };
  }

  function time() {
    return { now: sandbox.clock.now().toISOString(), offsetSeconds: sandbox.clock.offsetSeconds };
  }

  function describe(view: ReturnType<Fleet['view']>) {
    const address = demoStations.find(({ id }) => id === view.id)?.address ?? '';
    return { ...view, address, link: deepLink(view.id) };
  }

  function deepLink(id: string): string {
    return `${publicUrl}/home?equip_id=${id}`;
  }
};

function fleetOf(sandbox: Sandbox): Fleet {
  if (!sandbox.fleet) throw new ProblemError('unavailable', { retryAfter: 1 });
  return sandbox.fleet;
}

/** Runs `read`. Converts errors of the simulated world to problems of the API. */
function orProblem<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotHereError) {
      const gone =
        error.what === 'cabinet' ? { fields: ['params.id'] } : { fields: ['body.charger'] };
      throw new ProblemError('notFound', gone);
    }
    if (error instanceof CabinetRefusal) {
      const field =
        error.reason === 'noPower' || error.reason === 'full' ? 'params.id' : 'body.slot';
      throw new ProblemError('invalidInput', { fields: [field] });
    }
    throw error;
  }
}
