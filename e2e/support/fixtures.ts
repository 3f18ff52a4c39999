import { writeFile } from 'node:fs/promises';
import {
  type ConsoleMessage,
  type LaunchOptions,
  type Page,
  chromium,
  expect,
  test as base,
} from 'playwright/test';
import { createPostgresDatabase } from '../../scripts/test/services.ts';
import { type Cabinet, Sandbox } from './sandbox.ts';
import { Product, productStartMs } from './product.ts';
import { Rider } from './rider.ts';

interface Fixtures {
  /** Creates a rider. The next page that the browser opens is signed in as this rider. */
  signUp: () => Promise<Rider>;
  /** A new rider. The browser is signed in as this rider. */
  rider: Rider;
  /** An unused phone number. */
  phone: string;
  /** A working cabinet with chargers and free slots. No other test uses this cabinet at the same time. */
  cabinet: Cabinet;
  /** A second working cabinet, for the return. */
  otherCabinet: Cabinet;
  /** True if the browser has never opened the app, so that tips appear. The default is false. */
  newcomer: boolean;
  tipsSeen: void;
  /** True if home may show a promotion, once per session. The default is false. */
  promoted: boolean;
  promotionSeen: void;
  /**
   * True if the service worker is installed, as at a real first visit. The installation fetches more than a hundred
   * files, so only tests that need it turn it on. Other tests see the app in its state before the installation has
   * finished.
   */
  installs: boolean;
  workerComes: void;
  /**
   * Runs each test of the file in a separate browser with these options. Playwright's own option
   * `launchOptions` would also start another worker, and therefore another copy of the product. The
   * default is null.
   */
  ownBrowser: LaunchOptions | null;
  /** Fails the test if the page throws an error that nothing catches. */
  pageErrors: void;
  /**
   * The violations of the pages' content security policy and its Trusted Types. If the list is not
   * empty at the end, the test fails.
   */
  violations: string[];
  /** Starts the server if the previous test stopped it. */
  running: void;
  /** Attaches the output of the product to the report of a failed test. */
  outputKept: void;
}

interface WorkerFixtures {
  /**
   * Environment variables of the server. A test file with its own settings gets its own copy of the
   * product.
   */
  settings: Record<string, string>;
  /**
   * True if the product must store its data in its folder, as `npm start` does. By default, the product uses a
   * PostgreSQL server if one runs, because the product then starts ten seconds sooner on a slow machine.
   */
  embedded: boolean;
  /** The running product. Each Playwright worker has its own copy. */
  product: Product;
  sandbox: Sandbox;
  /** Gives each test phone numbers and cabinets that no other test uses at the same time. */
  supplies: Supplies;
}

class Supplies {
  #phones = 0;
  #cabinets: string[] = [];

  nextPhone(): string {
    this.#phones += 1;
    return `+1312555${String(1000 + this.#phones)}`;
  }

  /**
   * Returns the least recently used online cabinet that has at least two chargers with 60% or more,
   * and two free slots. Skips the cabinets of scenarios.
   */
  async nextCabinet(sandbox: Sandbox): Promise<Cabinet> {
    const usable = (await sandbox.cabinets()).filter(
      ({ scenario, online, slots }) =>
        !scenario &&
        online &&
        slots.filter(({ charger, level }) => charger !== null && (level ?? 0) >= 60).length >= 2 &&
        slots.filter(({ charger }) => charger === null).length >= 2,
    );
    const age = ({ id }: Cabinet) => this.#cabinets.indexOf(id);
    const [oldest] = usable.toSorted((a, b) => age(a) - age(b));
    if (!oldest) throw new Error('no usable cabinet is left');
    this.#cabinets = [...this.#cabinets.filter((id) => id !== oldest.id), oldest.id];
    return oldest;
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  embedded: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ settings, embedded }, use) => {
      const database = embedded ? null : await createPostgresDatabase();
      try {
        const product = await Product.create({
          ...(database?.url != null && { DATABASE_URL: database.url }),
          ...settings,
        });
        try {
          await product.start();
          await use(product);
        } finally {
          // Stop a server even if it did not start in time, because it would slow down later tests.
          await product.dispose();
        }
      } finally {
        await database?.close();
      }
    },
    { scope: 'worker', timeout: productStartMs },
  ],
  sandbox: [({ product }, use) => use(new Sandbox(product.url)), { scope: 'worker' }],
  supplies: [({}, use) => use(new Supplies()), { scope: 'worker' }],
  baseURL: ({ product }, use) => use(product.url),
  phone: ({ supplies }, use) => use(supplies.nextPhone()),
  cabinet: async ({ supplies, sandbox }, use) => {
    const cabinet = await supplies.nextCabinet(sandbox);
    await use(cabinet);
    await sandbox.knobs(cabinet.id, { reset: true });
  },
  otherCabinet: async ({ supplies, sandbox, cabinet }, use) => {
    const other = await supplies.nextCabinet(sandbox);
    expect(other.id).not.toBe(cabinet.id);
    await use(other);
  },
  signUp: ({ product, sandbox, phone, context }, use) =>
    use(async () => {
      const rider = await Rider.signUp(product, sandbox, phone);
      await context.addInitScript((sessionId) => {
        let tab: Storage;
        try {
          tab = window.sessionStorage;
        } catch {
          // An empty page or a frame that failed to load has no storage.
          return;
        }
        // Store the session only once per tab, so that a rider who logs out stays logged out.
        if (tab.getItem('signedInOnce') !== null) return;
        tab.setItem('signedInOnce', '1');
        localStorage.setItem('sessionId', sessionId);
      }, rider.sessionId);
      return rider;
    }),
  rider: async ({ signUp }, use) => use(await signUp()),
  ownBrowser: [null, { option: true }],
  context: async (
    { context, ownBrowser, baseURL, viewport, locale, timezoneId, permissions, contextOptions },
    use,
  ) => {
    if (ownBrowser === null) return use(context);
    const browser = await chromium.launch(ownBrowser);
    const own = await browser.newContext({
      ...contextOptions,
      ...(baseURL !== undefined && { baseURL }),
      ...(viewport !== undefined && { viewport }),
      ...(locale !== undefined && { locale }),
      ...(timezoneId !== undefined && { timezoneId }),
      ...(permissions !== undefined && { permissions }),
    });
    try {
      await use(own);
    } finally {
      await browser.close();
    }
  },
  installs: [false, { option: true }],
  workerComes: [
    async ({ context, installs }, use) => {
      if (!installs) {
        await context.addInitScript(() => {
          // A frame in an insecure context has no service workers.
          if (!('ServiceWorkerContainer' in window)) return;
          ServiceWorkerContainer.prototype.register = () => new Promise(() => {});
        });
      }
      await use();
    },
    { auto: true },
  ],
  newcomer: [false, { option: true }],
  tipsSeen: [
    async ({ context, newcomer }, use) => {
      if (!newcomer) {
        await context.addInitScript(() => {
          let local: Storage;
          try {
            local = window.localStorage;
          } catch {
            // An empty page or a frame that failed to load has no storage.
            return;
          }
          // If this flag is stored, the app does not store the flags of a new user at its start, so no tip appears.
          if (local.getItem('onboardingNewUser') !== null) return;
          local.setItem('onboardingNewUser', '2');
        });
      }
      await use();
    },
    { auto: true },
  ],
  promoted: [false, { option: true }],
  promotionSeen: [
    async ({ context, promoted }, use) => {
      if (!promoted) {
        await context.addInitScript(() => {
          try {
            window.sessionStorage.setItem('promotionShown', '1');
          } catch {
            // An empty page or a frame that failed to load has no storage.
          }
        });
      }
      await use();
    },
    { auto: true },
  ],
  running: [
    async ({ product }, use) => {
      if (!product.isRunning) await product.start();
      await use();
    },
    { auto: true, timeout: 150_000 },
  ],
  outputKept: [
    async ({ product }, use, info) => {
      const before = product.output.length;
      await use();
      if (info.status === info.expectedStatus) return;
      const path = info.outputPath('product.log');
      await writeFile(path, product.output.slice(before));
      await info.attach('output of the product', { path });
    },
    { auto: true },
  ],
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.stack || error.message));
      await use();
      expect(errors, 'uncaught errors of the page').toEqual([]);
    },
    { auto: true },
  ],
  violations: [
    async ({ context }, use) => {
      const violations: string[] = [];
      await context.exposeFunction('reportViolation', (text: string) => {
        violations.push(text);
      });
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          const { effectiveDirective, blockedURI, sample, sourceFile } = event;
          const text = `${effectiveDirective}: ${blockedURI} ${sample} in ${sourceFile}`;
          Reflect.get(window, 'reportViolation')(text);
        });
      });
      await use(violations);
      expect(violations, 'violations of the content security policy').toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects console errors, console warnings and failed requests. A correct screen causes none. */
export function watchTrouble(page: Page): string[] {
  const trouble: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      trouble.push(`console ${message.type()}: ${message.text()}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400) trouble.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Ignore cancelled requests, because the browser cancels event streams and images when their
    // page closes.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') trouble.push(`${reason} ${request.url()}`);
  });
  return trouble;
}

export { expect } from 'playwright/test';
