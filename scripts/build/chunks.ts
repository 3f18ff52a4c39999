import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The part of Rolldown's information about modules that the grouping uses. */
export interface Modules {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

interface Group {
  name: (id: string, modules: Modules) => string | null;
  priority: number;
}

/** The names of the JavaScript files of the first load. */
const startKinds = ['react', 'library', 'start'] as const;

/** Returns true for the name of a file of the first load. */
export function isOfStart(name: string): boolean {
  return startKinds.some((kind) => kind === name);
}

/**
 * The kinds of groups in order of priority. A module belongs to the first group that matches the
 * module.
 */
const kinds = [
  ...startKinds,
  'package',
  'parts',
  'onlineParts',
  'withPackage',
  'part',
  'area',
] as const;

interface Destination {
  kind: (typeof kinds)[number];
  /** The name of the file. */
  name: string;
}

const source = (file: string) => fileURLToPath(new URL(`../../src/${file}`, import.meta.url));

const startRoots = [source('main.tsx')];

/**
 * The parts of the app that are useless without the network: riders use them to log in, pay, save input or follow live
 * changes. Their code, and the code that only these parts import, is not in the precache. The service worker caches
 * this code when the page is idle, or at its first use (sw/cache/lateCode.ts). The table of pages marks the pages that
 * belong to these parts.
 */
const onlineParts: ReadonlySet<string> = new Set(
  [
    ...onlinePages(),
    'api/eventStream.ts',
    'app/LiveUpdates.tsx',
    'features/auth/security/ProofSheet.tsx',
    'features/auth/security/ResumedChange.tsx',
    'pages/orders/claim/Evidence.tsx',
    'pages/orders/claim/FaultyPanel.tsx',
    'features/notifications/push/PushOffer.tsx',
    'features/referral/ContactInvite.tsx',
    'pages/home/HomePromotion.tsx',
    'pages/home/mine/MyStations.tsx',
    'pages/home/mine/StationExtras.tsx',
    'pages/home/radar/ReturnRadar.tsx',
    'pages/home/sheet/GuestPay.tsx',
    ...['en', 'es', 'zh-CN'].flatMap((language) => [
      `../locales/${language}/evidence.json`,
      `../locales/${language}/promotions.json`,
      `../locales/${language}/security.json`,
    ]),
    'features/watches/WatchNotices.tsx',
    'pages/orders/PayNow.tsx',
  ].map(source),
);

/**
 * The keys are parts of the app. The value is the name of the file that the part shares with other parts, although the
 * parts are not pages of one area. Riders need the parts of a file one after the other, or the parts are so small that
 * a file for each part would cost more than it saves.
 */
export const joinedParts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // The pages that a rider may need between the scan of a code and the moment when the charger
    // comes out.
    launch: [
      'pages/login/LoginPage.tsx',
      'pages/login/LoginWithPhonePage.tsx',
      'pages/login/CodePage.tsx',
      'features/auth/challenge/solveChallenge.ts',
      'pages/rental/UnlockChargerPage.tsx',
      'pages/payment/AddNewCardPage.tsx',
      'pages/rental/RentSuccessPage.tsx',
    ],
    countries: [
      'pages/login/CountryCodePage.tsx',
      'pages/profile/YourInfoCountryPage.tsx',
      'features/auth/phone/CountryPicker.tsx',
    ],
    launches: ['app/launch/Launches.tsx', 'features/install/WaitingLaunch.tsx'],
    notices: [
      'app/update/OutdatedNotice.tsx',
      'app/update/UpdateNotice.tsx',
      'app/worker/lateAnswers.ts',
      'features/auth/SignedOutNotice.tsx',
    ],
    asides: [
      'pages/home/HomeAsides.tsx',
      'pages/home/HomePromotion.tsx',
      'pages/home/NewUserTip.tsx',
      'pages/home/ResumeUnlock.tsx',
      'pages/home/mine/NoFavourites.tsx',
    ],
    station: [
      'pages/home/mine/StationExtras.tsx',
      'pages/home/reserve/ReserveAt.tsx',
      'pages/home/reserve/SlotPanel.tsx',
      'pages/home/sheet/GuestPay.tsx',
    ],
    rider: [
      'features/watches/WatchNotices.tsx',
      'pages/home/mine/MyStations.tsx',
      'pages/orders/PayNow.tsx',
    ],
    claims: [
      'pages/orders/claim/ClaimPanel.tsx',
      'pages/orders/claim/EndedClaim.tsx',
      'pages/orders/claim/Evidence.tsx',
      'pages/orders/claim/FaultyPanel.tsx',
    ],
    proof: ['features/auth/security/ProofSheet.tsx', 'features/auth/security/ResumedChange.tsx'],
    help: ['pages/help/ReportScan.tsx'],
    promotions: ['features/referral/ContactInvite.tsx'],
    sandbox: [
      'features/payment/sandbox/SandboxCardFields.tsx',
      'features/payment/sandbox/SandboxSheet.tsx',
    ],
  }).flatMap(([name, parts]) => parts.map((part) => [source(part), name] as const)),
);

/**
 * The area of each folder in `src/pages` whose pages share a file with the pages of another folder.
 */
const areas: Readonly<Record<string, string>> = {
  login: 'account',
  menu: 'account',
  profile: 'account',
  settings: 'account',
  problem: 'rental',
  wallet: 'payment',
};

/**
 * Returns the area of a page. The pages of an area share a file. By default, the area is the folder
 * of the page in `src/pages`. Returns null if the module is not a page.
 */
function areaOf(id: string): string | null {
  const folder = /\/src\/pages\/([a-z]+)\/.*Page\.tsx$/.exec(id)?.[1];
  return folder === undefined ? null : (areas[folder] ?? folder);
}

/**
 * Returns the pages that the table of pages marks as online only, as paths of files below `src`.
 */
function onlinePages(): string[] {
  const rows = readFileSync(source('app/routing/pages.ts'), 'utf8').split(/^  '/m);
  return rows
    .filter((row) => row.includes('isOnline: true'))
    .flatMap((row) => /import\('\.\.\/\.\.\/(.*?)'\)/.exec(row)?.[1] ?? []);
}

/** The folder of the files for online pages, relative to the root of the site. */
export const onlineFolder = 'assets/online/';

/**
 * The folder of the texts, with one subfolder for each language. The service worker caches the rider's
 * language first and the others later (sw/cache/texts.ts).
 */
export const textsFolder = 'assets/texts/';

/**
 * Decides which modules share a file, and the folder of each file. The first load must not consist
 * of many small files, because the page lists each file, and small files compress worse than a
 * large file.
 * - `start` has all modules that the entry imports statically. Home needs only these modules for
 *   its first load, so home waits for a slow network only once.
 * - `react` and `library` have the packages of the first load. The browser runs each file as a
 *   separate task, and one file with all packages would block a slow device for too long.
 * - `parts` has the modules that two or more pages share. `online-parts` has the modules that only
 *   online pages share.
 * - Each of these has its own file: a shared package, a shared module that imports a package, and a
 *   part that another part imports.
 * - The pages of an area share a file, and so do small parts that are needed together. The pages
 *   that need the network have a separate file in each area.
 * - Every other module is in the file of its part.
 */
export class Chunks {
  readonly groups: Group[];
  #destinations: ReadonlyMap<string, Destination> | null = null;
  #online: ReadonlySet<string> = new Set();
  readonly #onlineFiles = new Set<string>();

  constructor() {
    // The bundler also adds the imported modules of a group's modules to the group. It leaves out
    // imported modules that belong to a group with a higher priority.
    this.groups = kinds.toReversed().map((kind, priority) => ({
      priority: priority + 1,
      name: (id, modules) => {
        const destination = this.#destinationOf(id, modules);
        return destination?.kind === kind ? destination.name : null;
      },
    }));
  }

  /** Returns the folder of a stylesheet. `sheet` is the name of its file with `.css`. */
  folderOfStyle(sheet: string): string {
    return this.#onlineFiles.has(sheet.replace(/\.css$/, '')) ? onlineFolder : 'assets/';
  }

  /** Returns the folder of a file that contains these modules. */
  folderOf(name: string, modules: readonly string[]): string {
    if (modules.length > 0 && modules.every((id) => this.#online.has(id))) {
      this.#onlineFiles.add(name);
      return onlineFolder;
    }
    const [language, ...others] = new Set(modules.map(languageOf));
    return language && others.length === 0 ? `${textsFolder}${language}/` : 'assets/';
  }

  #destinationOf(id: string, modules: Modules): Destination | undefined {
    if (this.#destinations === null) {
      const { destinations, online } = readGraph(cached(modules));
      this.#destinations = destinations;
      this.#online = online;
    }
    return this.#destinations.get(id);
  }
}

/**
 * Asks the bundler only once for each module, because the bundler builds the lists of imports again
 * for each answer.
 */
function cached(modules: Modules): Modules {
  return {
    getModuleInfo: memoized((id) => {
      const info = modules.getModuleInfo(id);
      if (!info) return null;
      const { importedIds, dynamicallyImportedIds } = info;
      return { importedIds, dynamicallyImportedIds };
    }),
  };
}

/** Computes the result for each id only once. */
function memoized<T>(compute: (id: string) => T): (id: string) => T {
  const results = new Map<string, T>();
  return (id) => {
    const known = results.get(id);
    if (known !== undefined) return known;
    const result = compute(id);
    results.set(id, result);
    return result;
  };
}

function readGraph(modules: Modules): {
  destinations: Map<string, Destination>;
  online: Set<string>;
} {
  const start = reachable(startRoots, modules, 'static');
  const destinations = new Map<string, Destination>();
  for (const id of start) {
    const kind = startKindOf(id);
    destinations.set(id, { kind, name: kind });
  }
  const users = usersOf(start, modules);
  const online = onlineOf(users, modules);
  const importsPackage = memoized((id) =>
    [...reachable([id], modules, 'static')].some(
      (reached) => !start.has(reached) && packageOf(reached) !== null,
    ),
  );
  /**
   * Returns the name of the file that a part shares with other parts, or the part itself if it has
   * its own file.
   */
  const fileOf = memoized((root) => {
    const named = joinedParts.get(root);
    const area = named ?? (importsPackage(root) ? null : areaOf(root));
    if (area === null) return root;
    return online.has(root) ? `${area}-online` : area;
  });
  for (const [id, roots] of users) {
    const [file = '', ...others] = new Set(roots.map(fileOf));
    const isAlone = others.length === 0;
    const name = packageOf(id);
    if (isAlone && !roots.includes(file)) destinations.set(id, { kind: 'area', name: file });
    else if (roots.length < 2) continue;
    else if (name !== null) destinations.set(id, { kind: 'package', name });
    else if (roots.includes(id)) destinations.set(id, { kind: 'part', name: baseOf(id) });
    // If this module were in a file with other shared modules, a part that needs only one of the
    // other modules would also load the package.
    else if (importsPackage(id)) destinations.set(id, { kind: 'withPackage', name: baseOf(id) });
    else if (online.has(id)) destinations.set(id, { kind: 'onlineParts', name: 'online-parts' });
    else destinations.set(id, { kind: 'parts', name: 'parts' });
  }
  return { destinations, online };
}

/** Returns the modules that only the online parts import, statically or dynamically. */
function onlineOf(users: ReadonlyMap<string, string[]>, modules: Modules): Set<string> {
  const importers = new Map<string, string[]>();
  for (const id of reachable(startRoots, modules, 'any')) {
    for (const imported of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      importers.set(imported, [...(importers.get(imported) ?? []), id]);
    }
  }
  const roots = new Set(onlineParts);
  const online = new Set<string>();
  for (let before = -1; before < online.size;) {
    before = online.size;
    for (const [id, needed] of users) if (needed.every((root) => roots.has(root))) online.add(id);
    for (const [root, from] of importers) if (from.every((id) => online.has(id))) roots.add(root);
  }
  return online;
}

/**
 * Returns the modules that are loaded on demand, each with the parts that import the module. The
 * modules of the first load are not included.
 */
function usersOf(start: ReadonlySet<string>, modules: Modules): Map<string, string[]> {
  const all = reachable(startRoots, modules, 'any');
  const lazy = new Set(
    [...all].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  );
  const users = new Map<string, string[]>();
  for (const root of lazy) {
    for (const id of reachable([root], modules, 'static')) {
      if (!start.has(id)) users.set(id, [...(users.get(id) ?? []), root]);
    }
  }
  return users;
}

function reachable(
  roots: readonly string[],
  modules: Modules,
  imports: 'static' | 'any',
): Set<string> {
  const found = new Set(roots);
  for (const id of found) {
    const info = modules.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) found.add(imported);
    if (imports === 'static') continue;
    for (const imported of info?.dynamicallyImportedIds ?? []) found.add(imported);
  }
  return found;
}

/** Returns the language of a module that has only texts, and undefined for any other module. */
function languageOf(id: string): string | undefined {
  return /(?:\/locales|\/app\/languages)\/([A-Za-z-]+)[./]/.exec(id)?.[1];
}

/**
 * Returns the package of a module. Returns null for the app's own modules, and for icons, because
 * icons are as small as the app's modules.
 */
function packageOf(id: string): string | null {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return name === undefined || name === 'lucide-react' ? null : name.replace('/', '-');
}

function startKindOf(id: string): (typeof startKinds)[number] {
  const name = packageOf(id);
  if (name === null) return 'start';
  return /^(?:react|react-dom|scheduler)$/.test(name) ? 'react' : 'library';
}

const baseOf = (id: string) => /([^/]+)\.\w+$/.exec(id)?.[1] ?? 'part';
