import { fileURLToPath } from 'node:url';

/** What the grouping asks of rolldown. */
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

/** The first ones take their modules first. */
const kinds = ['start', 'package', 'part', 'parts', 'onlineParts', 'withPackage'] as const;

interface Place {
  kind: (typeof kinds)[number];
  /** Of the file. */
  name: string;
}

const source = (file: string) => fileURLToPath(new URL(`../../../src/${file}`, import.meta.url));

const startRoots = ['main.tsx', 'pages/HomePage.tsx'].map(source);

/**
 * What does nothing without the network: it logs in, pays, saves what was typed, or follows what
 * happens. Its code is no part of the precache; the worker fetches it when nothing else is under way,
 * or keeps it once it was used (sw/lateCode.ts). Whatever can be read without a network has no place
 * here.
 */
const onlineParts = new Set(
  [
    ...[
      'ActivityCouponPage',
      'ActivityRedeemNowPage',
      'AddGoCashPage',
      'AddNewCardPage',
      'BankReturnPage',
      'CodePage',
      'CountryCodePage',
      'DevicesPage',
      'EventEndedPage',
      'GoCashSuccessPage',
      'HostFormPage',
      'HostPage',
      'LauncherPage',
      'LoginPage',
      'LoginWithPhonePage',
      'NewUserPromoPage',
      'NotificationSettingsPage',
      'OrderProblemPage',
      'PaymentMethodAddPage',
      'PaymentMethodEditPage',
      'RafflePage',
      'ReportPage',
      'ReportsPage',
      'SharePage',
      'SocialReturnPage',
      'StartCampaignPage',
      'TopUpCompletePage',
      'TopUpMethodPage',
      'UnlockChargerPage',
      'YourInfoCodePage',
      'YourInfoCountryPage',
      'YourInfoFieldPage',
    ].map((page) => `pages/${page}.tsx`),
    'app/followRider.ts',
    'features/notifications/push/PushOffer.tsx',
    'pages/home/HomePromotion.tsx',
    ...['en', 'es', 'zh-CN'].map((language) => `../locales/${language}/promotions.json`),
  ].map(source),
);

/** Where the files of those pages lie, as seen from the root of the site. */
export const onlineFolder = 'assets/online/';

/**
 * Which modules become a file of their own, and where it lies. Many small files cost the first load
 * their names, and the compression sees too little of each:
 * - `start` is all that the first load of home needs, so that a slow line waits once: what the entry
 *   or the home page reach without a dynamic import;
 * - `parts` is what two pages or more share, `online-parts` what only pages share that need the network;
 * - a package that several parts share is a file, as is what brings one along, and a part that another
 *   one contains;
 * - everything else stays with the page that asks for it.
 */
export class Chunks {
  readonly groups: Group[];
  #places: ReadonlyMap<string, Place> | null = null;
  #online: ReadonlySet<string> = new Set();

  constructor() {
    // A group takes along what its modules import, unless a group before it has that already.
    this.groups = kinds.toReversed().map((kind, priority) => ({
      priority: priority + 1,
      name: (id, modules) => {
        const place = this.#placeOf(id, modules);
        return place?.kind === kind ? place.name : null;
      },
    }));
  }

  /** The folder of a file made of these modules. */
  folderOf(modules: readonly string[]): string {
    const isOnline = modules.length > 0 && modules.every((id) => this.#online.has(id));
    return isOnline ? onlineFolder : 'assets/';
  }

  #placeOf(id: string, modules: Modules): Place | undefined {
    if (this.#places === null) {
      const { places, online } = readGraph(modules);
      this.#places = places;
      this.#online = online;
    }
    return this.#places.get(id);
  }
}

function readGraph(modules: Modules): { places: Map<string, Place>; online: Set<string> } {
  const start = reachable(startRoots, modules, 'static');
  const places = new Map<string, Place>();
  for (const id of start) places.set(id, { kind: 'start', name: 'start' });
  const online = new Set<string>();
  for (const [id, roots] of usersOf(start, modules)) {
    const isOnline = roots.every((root) => onlineParts.has(root));
    if (isOnline) online.add(id);
    if (roots.length < 2) continue;
    const bringsPackage = [...reachable([id], modules, 'static')].some(
      (reached) => !start.has(reached) && packageOf(reached) !== null,
    );
    const name = packageOf(id);
    if (name !== null) places.set(id, { kind: 'package', name });
    else if (roots.includes(id)) places.set(id, { kind: 'part', name: baseOf(id) });
    // Who shares a small thing must not wait for the package of another one.
    else if (bringsPackage) places.set(id, { kind: 'withPackage', name: baseOf(id) });
    else if (isOnline) places.set(id, { kind: 'onlineParts', name: 'online-parts' });
    else places.set(id, { kind: 'parts', name: 'parts' });
  }
  return { places, online };
}

/** What is loaded on demand, with the parts that need it; what the start brings is not among it. */
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

/** Icons are as small as our own parts, and stay with them. */
function packageOf(id: string): string | null {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return name === undefined || name === 'lucide-react' ? null : name.replace('/', '-');
}

const baseOf = (id: string) => /([^/]+)\.\w+$/.exec(id)?.[1] ?? 'part';
