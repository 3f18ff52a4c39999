import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { createCheckers, type ITypeSuite } from 'ts-interface-checker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { languages } from '../../../contract/config.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { addStation, testTariff } from '../../testing/stations.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';
import { feedNames, type FeedName } from './systemFiles.ts';

/**
 * MobilityData's bindings of the official schemas check the fields and their types. The computed
 * path hides the import from the compiler, which would treat the sources of the bindings as
 * CommonJS.
 */
async function bindingOf(name: FeedName) {
  const path = `gbfs-typescript-types/v3.0/test-type-checkers/${name}-ti.ts`;
  const module: unknown = await import(/* @vite-ignore */ path);
  const suite = z.object({ default: z.custom<ITypeSuite>() }).parse(module).default;
  const type = name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const checker = createCheckers(suite)[type];
  if (!checker) throw new Error(`no binding is called ${type}`);
  return checker;
}

const Time = z.iso.datetime();
const Url = z.url({ protocol: /^https?$/ });
const Id = z.string().regex(/^[\x21-\x7E]+$/);
const Count = z.int().min(0);
const Text = z
  .array(
    z.strictObject({
      text: z.string().min(1),
      language: z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/),
    }),
  )
  .refine((texts) => texts.map(({ language }) => language).join() === languages.join());
const file = <T extends z.ZodType>(data: T) =>
  z.strictObject({ last_updated: Time, ttl: Count, version: z.literal('3.0'), data });
const docks = z.array(z.strictObject({ vehicle_type_ids: z.array(Id).min(1), count: Count }));

/**
 * These schemas check what the bindings cannot check: formats, ranges and enumerations. They also refuse unexpected
 * fields.
 */
const Files = {
  gbfs: file(
    z.strictObject({ feeds: z.array(z.strictObject({ name: z.enum(feedNames), url: Url })) }),
  ),
  gbfs_versions: file(
    z.strictObject({ versions: z.array(z.strictObject({ version: z.literal('3.0'), url: Url })) }),
  ),
  system_information: file(
    z.strictObject({
      system_id: Id,
      languages: z.array(z.enum(languages)).min(1),
      name: Text,
      opening_hours: z.literal('24/7'),
      url: Url,
      feed_contact_email: z.email(),
      timezone: z.string(),
      phone_number: z
        .string()
        .regex(/^\+[1-9]\d{1,14}$/)
        .optional(),
      license_url: Url.optional(),
    }),
  ),
  vehicle_types: file(
    z.strictObject({
      vehicle_types: z.array(
        z.strictObject({
          vehicle_type_id: Id,
          form_factor: z.literal('other'),
          propulsion_type: z.literal('human'),
          name: Text,
          return_constraint: z.literal('any_station'),
          default_pricing_plan_id: Id,
          pricing_plan_ids: z.array(Id).min(1),
        }),
      ),
    }),
  ),
  station_information: file(
    z.strictObject({
      stations: z.array(
        z.strictObject({
          station_id: Id,
          name: Text,
          lat: z.number().min(-90).max(90),
          lon: z.number().min(-180).max(180),
          address: z.string().min(1).optional(),
          station_opening_hours: z.string().min(1),
          is_virtual_station: z.literal(false),
          capacity: Count,
          vehicle_docks_capacity: docks,
          rental_methods: z.array(z.literal('creditcard')).length(1),
          rental_uris: z.strictObject({ web: Url }),
        }),
      ),
    }),
  ),
  station_status: file(
    z.strictObject({
      stations: z.array(
        z.strictObject({
          station_id: Id,
          num_vehicles_available: Count,
          vehicle_types_available: z.array(z.strictObject({ vehicle_type_id: Id, count: Count })),
          num_docks_available: Count,
          vehicle_docks_available: docks,
          is_installed: z.boolean(),
          is_renting: z.boolean(),
          is_returning: z.boolean(),
          last_reported: Time,
        }),
      ),
    }),
  ),
  system_pricing_plans: file(
    z.strictObject({
      plans: z.array(
        z.strictObject({
          plan_id: Id,
          name: Text,
          currency: z.string().regex(/^[A-Z]{3}$/),
          price: z.number().min(0),
          is_taxable: z.boolean(),
          description: Text,
          per_min_pricing: z.array(
            z.strictObject({
              start: Count,
              rate: z.number(),
              interval: Count,
              end: Count.optional(),
            }),
          ),
        }),
      ),
    }),
  ),
  system_alerts: file(z.strictObject({ alerts: z.tuple([]) })),
};

forEachEngine((engine) => {
  let app: TestApp;
  let ids: string[];
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      env: {
        PUBLIC_URL: 'https://rent.example.com',
        FEED_LICENSE_URL: 'https://example.com/terms',
      },
    });
    const { db } = app.deps;
    const seen = { last_seen_at: app.deps.clock.now() };
    ids = [
      await addStation(db, { ...seen, slots: 8, chargers: 3, free_slots: 5 }),
      await addStation(db, { ...seen, slots: 8, chargers: 3, free_slots: 5, online: false }),
      await addStation(db, { online: false, name: '"Ca\u2028fé" \\ 咖啡', address: '' }),
    ].sort();
    await db
      .insertInto('tariffs')
      .values({ id: 'other', terms: JSON.stringify({ ...testTariff, id: 'other' }) })
      .execute();
  });
  afterAll(() => app.close());

  const get = (name: FeedName, headers = {}) => app.call(`/gbfs/${name}.json`, { headers });

  test.each(feedNames)('%s.json has the fields and values of the standard', async (name) => {
    const answer = await get(name);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const binding = await bindingOf(name);
    expect(() => binding.check(answer.body)).not.toThrow();
    expect(binding.test({})).toBe(false);
    expect(() => Files[name].parse(answer.body)).not.toThrow();
  });

  test('the files of the feed refer to each other correctly', async () => {
    const discovery = Files.gbfs.parse((await get('gbfs')).body).data;
    expect(discovery.feeds.map(({ name, url }) => [name, url])).toEqual(
      feedNames.map((name) => [name, `https://rent.example.com/gbfs/${name}.json`]),
    );
    const plans = Files.system_pricing_plans.parse((await get('system_pricing_plans')).body).data;
    const planIds = plans.plans.map(({ plan_id }) => plan_id);
    const types = Files.vehicle_types.parse((await get('vehicle_types')).body).data;
    const typeIds = types.vehicle_types.map(({ vehicle_type_id }) => vehicle_type_id);
    expect(planIds).toEqual(['other', 'test']);
    for (const type of types.vehicle_types) {
      expect(planIds).toContain(type.default_pricing_plan_id);
      expect(type.pricing_plan_ids).toEqual([type.default_pricing_plan_id]);
    }
    const information = Files.station_information.parse((await get('station_information')).body);
    const status = Files.station_status.parse((await get('station_status')).body);
    expect(information.data.stations.map((one) => one.station_id)).toEqual(ids);
    expect(status.data.stations.map((one) => one.station_id)).toEqual(ids);
    for (const { vehicle_docks_capacity } of information.data.stations) {
      for (const { vehicle_type_ids } of vehicle_docks_capacity) {
        expect(vehicle_type_ids).toEqual(typeIds);
      }
    }
    for (const one of status.data.stations) {
      const counted = one.vehicle_types_available.map((type) => type.count);
      expect(typeIds).toEqual(
        expect.arrayContaining(one.vehicle_types_available.map((type) => type.vehicle_type_id)),
      );
      expect(counted.reduce((sum, count) => sum + count, 0)).toBe(one.num_vehicles_available);
    }
  });

  test('a station in the feed has its counts, position and hours', async () => {
    const { stations } = Files.station_status.parse((await get('station_status')).body).data;
    const published = stations.map((one) =>
      [
        one.num_vehicles_available,
        one.num_docks_available,
        one.is_installed ? 'installed' : 'not installed',
        one.is_renting ? 'renting' : 'not renting',
      ].join(),
    );
    expect(new Set(published)).toEqual(
      new Set([
        '0,0,not installed,not renting',
        '0,0,installed,not renting',
        '3,5,installed,renting',
      ]),
    );
    const information = Files.station_information.parse((await get('station_information')).body);
    expect(information.data.stations[0]).toMatchObject({
      station_opening_hours: '24/7',
      rental_uris: { web: `https://rent.example.com/home?equip_id=${ids[0]}` },
    });
    expect(information.data.stations.map(({ name }) => name[1]?.text)).toContain(
      '"Ca\u2028fé" \\ 咖啡',
    );
  });

  test('the feed contains the names and the phone of the operator, and the time zone of the stations', async () => {
    const { data } = Files.system_information.parse((await get('system_information')).body);
    expect(data).toMatchObject({
      system_id: 'charger_rental_rent_example_com',
      timezone: 'America/Chicago',
      phone_number: '+13125550100',
      license_url: 'https://example.com/terms',
    });
    expect(data.name.map(({ text }) => text)).toEqual([
      'Charger rental',
      '充电宝租借',
      'Alquiler de cargadores',
    ]);
  });

  test.each(feedNames)(
    '%s.json is public, and is not sent again to a client that has it',
    async (name) => {
      const answer = await get(name);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      const etag = answer.headers.get('etag') ?? '';
      const again = await get(name, { 'if-none-match': etag });
      expect([again.status, again.body]).toEqual([304, null]);
      expect(again.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  test('station files are compressed for clients that accept compression, and uncompressed for others', async () => {
    const compressed = await raw(`${app.url}/gbfs/station_information.json`, 'gzip');
    expect(compressed.encoding).toBe('gzip');
    const plain = await raw(`${app.url}/gbfs/station_information.json`, 'identity');
    expect(plain.encoding).toBeUndefined();
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
  });

  test('an uncompressed file is limited to a few requests per minute @slow', async () => {
    const clock = new StoppedClock(3600);
    const own = await startTestApp({ db: app.deps.db, clock, env: { CALL_LIMITS_FACTOR: '1' } });
    try {
      const statuses = async (encoding: string, count: number) => {
        const seen: number[] = [];
        for (let i = 0; i < count; i++) {
          clock.advance(0.5);
          const headers = { 'accept-encoding': encoding };
          const answer = await fetch(`${own.url}/gbfs/station_status.json`, { headers });
          await answer.arrayBuffer();
          seen.push(answer.status);
        }
        return seen;
      };
      expect(await statuses('identity', 61)).toEqual([...Array(60).fill(200), 429]);
      expect(new Set(await statuses('gzip', 70))).toEqual(new Set([200]));
    } finally {
      await own.close();
    }
  });

  test('the counts in the feed are updated, and unchanged files keep their `last_updated`', async () => {
    const { db, clock } = app.deps;
    const before = {
      status: Files.station_status.parse((await get('station_status')).body),
      information: Files.station_information.parse((await get('station_information')).body),
    };
    await db.updateTable('stations').set({ chargers: 1 }).where('online', '=', true).execute();
    clock.advance(60);
    const status = Files.station_status.parse((await get('station_status')).body);
    const information = Files.station_information.parse((await get('station_information')).body);
    const counts = status.data.stations.map((one) => one.num_vehicles_available);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(Date.parse(status.last_updated)).toBeGreaterThan(Date.parse(before.status.last_updated));
    expect(information).toEqual(before.information);
  });

  test('the server responds to a request for an unknown file with 404, and never with the app', async () => {
    for (const path of ['/gbfs', '/gbfs/', '/gbfs/vehicle_status.json', '/gbfs/nothing']) {
      const answer = await app.call(path, { headers: { accept: 'text/html' } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

test('a system without stations has a feed, too', async () => {
  const app = await startTestApp();
  try {
    for (const name of feedNames) {
      const { body } = await app.call(`/gbfs/${name}.json`);
      expect(() => Files[name].parse(body)).not.toThrow();
    }
  } finally {
    await app.close();
  }
});

/** Requests a file without `fetch`, which would decompress the bytes. */
function raw(url: string, accepted: string): Promise<{ encoding: unknown; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': accepted } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
