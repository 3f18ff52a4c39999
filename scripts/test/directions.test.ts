import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

/** For each rule, the path and source of a file that breaks only this rule. */
const offences: [rule: string, path: string, source: string][] = [
  ['contract-imports-only-zod', 'contract/a.ts', `import 'kysely';`],
  [
    'client-imports-only-types-from-the-contract',
    'src/lib/a.ts',
    `import '../../contract/money.ts';`,
  ],
  ['contract-rules-import-no-package', 'contract/rules/a.ts', `import 'zod';`],
  ['client-does-not-import-zod', 'src/lib/b.ts', `import type { z } from 'zod';`],
  ['client-imports-no-server-code', 'src/app/a.ts', `import '../../server/time/clock.ts';`],
  ['client-does-not-import-e2e-tests', 'src/app/c.ts', `import '../../e2e/b.ts';`],
  ['server-does-not-import-client', 'server/a.ts', `import type {} from '../src/lib/money.ts';`],
  ['product-does-not-import-scripts', 'server/c.ts', `import '../scripts/a.ts';`],
  ['e2e-tests-do-not-import-the-product', 'e2e/a.ts', `import '../server/time/clock.ts';`],
  ['app-and-worker-share-only-messages', 'sw/a.ts', `import type {} from '../src/lib/money.ts';`],
  ['worker-messages-are-types', 'src/app/b.ts', `import '../../sw/messages.ts';`],
  ['lib-imports-only-lib', 'src/lib/c.ts', `import type {} from '../ui/Button.tsx';`],
  ['ui-imports-only-lib', 'src/ui/A.tsx', `import '../features/scan/scan.ts';`],
  ['api-imports-only-lib', 'src/api/a.ts', `import '../features/scan/scan.ts';`],
  [
    'features-do-not-import-each-other',
    'src/features/auth/a.ts',
    `import type {} from '../scan/scan.ts';`,
  ],
  ['features-do-not-import-pages', 'src/features/auth/b.ts', `import '../../pages/HomePage.tsx';`],
  [
    'pages-do-not-import-app',
    'src/pages/A.tsx',
    `export const load = () => import('../app/store.ts');`,
  ],
  [
    'modules-import-only-services-of-other-modules',
    'server/modules/auth/a.ts',
    `import '../rental/routes.ts';`,
  ],
  [
    'routes-do-not-import-the-database',
    'server/modules/auth/routes.ts',
    `import type {} from '../../db/database.ts';`,
  ],
  [
    'infrastructure-does-not-import-modules',
    'server/db/a.ts',
    `import '../modules/geo/places.ts';`,
  ],
  ['mqtt-only-in-gateway', 'server/modules/auth/c.ts', `import 'mqtt';`],
  ['database-drivers-only-in-db', 'server/modules/auth/d.ts', `import 'pg';`],
  [
    'server-imports-the-sandbox-in-one-file',
    'server/modules/auth/e.ts',
    `export const load = () => import('../../../sandbox/b.ts');`,
  ],
  [
    'sandbox-is-loaded-on-demand',
    'server/outside/openOutsideWorld.ts',
    `import '../../sandbox/b.ts';`,
  ],
  [
    'server-loads-only-adapters-of-the-sandbox',
    'sandbox/adapters/a.ts',
    `import '../cabinets/fleet.ts';`,
  ],
  [
    'simulated-world-does-not-act-on-the-server',
    'sandbox/cabinets/a.ts',
    `import type {} from '../../server/outside/operator.ts';`,
  ],
  [
    'sandbox-imports-only-ports-of-the-server',
    'sandbox/a.ts',
    `import type {} from '../server/modules/auth/logIn.ts';`,
  ],
  ['no-cycles', 'src/lib/d.ts', `import './e.ts';`],
  ['no-orphans', 'src/lib/f.ts', `export const alone = true;`],
  ['nothing-unresolved', 'src/lib/g.ts', `import './missing.ts';`],
  ['product-does-not-import-development-packages', 'server/b.ts', `import 'vite';`],
];

/** Files that the offending files import. These files break no rule. */
const importedFiles: Record<string, string> = {
  'contract/money.ts': `import 'zod';`,
  'e2e/b.ts': `import '../contract/money.ts';`,
  'scripts/a.ts': `import '../server/time/clock.ts';`,
  'server/time/clock.ts': `import 'node:events';`,
  'server/db/database.ts': `import 'kysely';`,
  'server/modules/auth/logIn.ts': `import '../../time/clock.ts';`,
  'server/modules/rental/routes.ts': `import '../../time/clock.ts';`,
  'sandbox/b.ts': `import 'mqtt';`,
  'sandbox/cabinets/fleet.ts': `import 'mqtt';`,
  'server/outside/operator.ts': `import '../time/clock.ts';`,
  // These files make a cycle between two modules, although there is no cycle between files.
  'server/modules/cabinets/slots.ts': `import '../../time/clock.ts';`,
  'server/modules/cabinets/takeIn.ts': `import type {} from '../orders/order.ts';`,
  'server/modules/geo/places.ts': `import '../../time/clock.ts';`,
  'server/modules/orders/order.ts': `import '../../time/clock.ts';`,
  'server/modules/orders/open.ts': `import '../cabinets/slots.ts';`,
  // Tests may import any module.
  'server/modules/auth/logIn.test.ts': `import '../rental/routes.ts';`,
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
  for (const [path, text] of Object.entries(importedFiles)) await write(path, text);
  for (const [, path, text] of offences) await write(path, text);
});

/** Returns the files of the temporary folder that break the rules of a configuration. */
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

test('each rule finds the file that breaks it, and no other file', async () => {
  const config = await extractDepcruiseConfig(join(process.cwd(), '.dependency-cruiser.cjs'));
  const programs = ['contract', 'server', 'sandbox', 'scripts', 'src', 'sw', 'e2e'];
  const found = new Set(await findOffences(config, programs));
  const names = new Set(config.forbidden?.map(({ name }) => name));
  expect(new Set(offences.map(([rule]) => rule))).toEqual(names);
  expect([...found].toSorted()).toEqual(
    offences.map(([rule, path]) => `${rule} in ${path}`).toSorted(),
  );
});

test('modules that import each other are found, except if only their tests import each other', async () => {
  const path = join(process.cwd(), '.dependency-cruiser.modules.cjs');
  const found = await findOffences(await extractDepcruiseConfig(path), ['server']);
  expect(found.toSorted()).toEqual([
    'no-cycles-between-modules in server/modules/cabinets',
    'no-cycles-between-modules in server/modules/orders',
  ]);
});
