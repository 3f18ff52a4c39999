import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

/** Each rule, and a file that breaks it and nothing else. */
const offences: [rule: string, path: string, source: string][] = [
  ['contract-imports-only-zod', 'contract/a.ts', `import 'kysely';`],
  [
    'client-takes-only-types-from-the-contract',
    'src/lib/a.ts',
    `import '../../contract/money.ts';`,
  ],
  ['client-rules-are-free-of-zod', 'contract/rules/a.ts', `import 'zod';`],
  ['client-has-no-zod', 'src/lib/b.ts', `import type { z } from 'zod';`],
  ['client-and-server-meet-in-the-contract', 'src/app/a.ts', `import '../../server/clock.ts';`],
  ['server-knows-no-client', 'server/a.ts', `import type {} from '../src/lib/money.ts';`],
  ['product-knows-no-script', 'server/c.ts', `import '../scripts/a.ts';`],
  ['end-to-end-tests-use-the-product-from-outside', 'e2e/a.ts', `import '../server/clock.ts';`],
  ['worker-shares-only-message-types', 'sw/a.ts', `import type {} from '../src/lib/money.ts';`],
  ['worker-messages-are-types', 'src/app/b.ts', `import '../../sw/messages.ts';`],
  ['lib-knows-nothing-above-it', 'src/lib/c.ts', `import type {} from '../ui/Button.tsx';`],
  ['ui-knows-no-feature', 'src/ui/A.tsx', `import '../features/scan/scan.ts';`],
  ['api-knows-no-feature', 'src/api/a.ts', `import '../features/scan/scan.ts';`],
  ['features-do-not-meet', 'src/features/auth/a.ts', `import type {} from '../scan/scan.ts';`],
  ['features-know-no-page', 'src/features/auth/b.ts', `import '../../pages/HomePage.tsx';`],
  ['pages-know-no-app', 'src/pages/A.tsx', `export const load = () => import('../app/store.ts');`],
  [
    'modules-meet-through-their-services',
    'server/modules/auth/a.ts',
    `import '../rental/repository.ts';`,
  ],
  [
    'routes-reach-the-database-through-a-service',
    'server/modules/auth/routes.ts',
    `import type {} from '../../db/database.ts';`,
  ],
  [
    'repositories-know-only-the-database',
    'server/modules/auth/repository.ts',
    `import './logIn.ts';`,
  ],
  ['the-ground-knows-no-module', 'server/db/a.ts', `import '../modules/geo/places.ts';`],
  ['mqtt-only-at-the-gateway', 'server/modules/auth/c.ts', `import 'mqtt';`],
  ['database-drivers-only-in-db', 'server/modules/auth/d.ts', `import 'pg';`],
  [
    'server-reaches-the-sandbox-at-one-place',
    'server/modules/auth/e.ts',
    `export const load = () => import('../../../sandbox/b.ts');`,
  ],
  [
    'sandbox-is-loaded-on-demand',
    'server/outside/openOutsideWorld.ts',
    `import '../../sandbox/b.ts';`,
  ],
  [
    'sandbox-knows-only-the-ports-of-the-server',
    'sandbox/a.ts',
    `import type {} from '../server/modules/auth/logIn.ts';`,
  ],
  ['no-cycles', 'src/lib/d.ts', `import './e.ts';`],
  ['no-orphans', 'src/lib/f.ts', `export const alone = true;`],
  ['nothing-unresolved', 'src/lib/g.ts', `import './missing.ts';`],
  ['product-uses-no-development-package', 'server/b.ts', `import 'vite';`],
];

/** What the offences import: a tree in order. */
const scenery: Record<string, string> = {
  'contract/money.ts': `import 'zod';`,
  'scripts/a.ts': `import '../server/clock.ts';`,
  'server/clock.ts': `import 'node:events';`,
  'server/db/database.ts': `import 'kysely';`,
  'server/modules/auth/logIn.ts': `import '../../clock.ts';`,
  'server/modules/rental/repository.ts': `import '../../db/database.ts';`,
  'sandbox/b.ts': `import 'mqtt';`,
  // A cycle between two modules, in which no file takes part in a cycle of files.
  'server/modules/cabinets/slots.ts': `import '../../clock.ts';`,
  'server/modules/cabinets/takeIn.ts': `import type {} from '../orders/order.ts';`,
  'server/modules/geo/places.ts': `import '../../clock.ts';`,
  'server/modules/orders/order.ts': `import '../../clock.ts';`,
  'server/modules/orders/open.ts': `import '../cabinets/slots.ts';`,
  // Tests may use any module.
  'server/modules/rental/repository.test.ts': `import '../auth/logIn.ts';`,
  'src/app/store.ts': `import '../pages/HomePage.tsx'; import type {} from '../../sw/messages.ts';`,
  'src/features/scan/scan.ts': `import '../../ui/Button.tsx'; import type {} from '../../../contract/money.ts';`,
  'src/lib/e.ts': `import './d.ts';`,
  'src/lib/money.ts': `import 'react';`,
  'src/pages/HomePage.tsx': `import '../features/scan/scan.ts'; export const Home = () => <p />;`,
  'src/ui/Button.tsx': `import '../lib/money.ts';`,
  'sw/messages.ts': `import 'workbox-window';`,
};

const Violations = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'directions-'));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const name of ['zod', 'kysely', 'mqtt', 'pg', 'react', 'vite', 'workbox-window']) {
    await write(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`);
    await write(`node_modules/${name}/index.js`, '');
  }
  await write(
    'package.json',
    JSON.stringify({
      dependencies: {
        zod: '1',
        kysely: '1',
        mqtt: '1',
        pg: '1',
        react: '1',
        'workbox-window': '1',
      },
      devDependencies: { vite: '1' },
    }),
  );
  for (const [path, text] of Object.entries(scenery)) await write(path, text);
  for (const [, path, text] of offences) await write(path, text);
});

/** What breaks the rules of a configuration in the planted tree. */
async function findOffences(
  config: Awaited<ReturnType<typeof extractDepcruiseConfig>>,
  programs: string[],
): Promise<string[]> {
  const result = await cruise(programs, {
    ...config.options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: config.forbidden ?? [] },
    outputType: 'json',
  });
  const { summary } = Violations.parse(
    z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .parse(result.output),
  );
  return summary.violations.map(({ from, rule }) => `${rule.name} in ${from}`);
}

afterAll(() => rm(folder, { recursive: true }));

test('every rule has an offence that it finds, in that file alone', async () => {
  const config = await extractDepcruiseConfig(join(process.cwd(), '.dependency-cruiser.cjs'));
  const programs = ['contract', 'server', 'sandbox', 'scripts', 'src', 'sw', 'e2e'];
  const found = new Set(await findOffences(config, programs));
  const names = new Set(config.forbidden?.map(({ name }) => name));
  expect(new Set(offences.map(([rule]) => rule))).toEqual(names);
  expect([...found].toSorted()).toEqual(
    offences.map(([rule, path]) => `${rule} in ${path}`).toSorted(),
  );
});

test('modules that know each other are found, unless only tests do', async () => {
  const path = join(process.cwd(), '.dependency-cruiser.modules.cjs');
  const found = await findOffences(await extractDepcruiseConfig(path), ['server']);
  expect(found.toSorted()).toEqual([
    'modules-have-one-direction in server/modules/cabinets',
    'modules-have-one-direction in server/modules/orders',
  ]);
});
