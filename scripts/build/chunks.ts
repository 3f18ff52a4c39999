import { readFileSync } from 'node:fs';
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

/** The files of the start. */
const startKinds = ['react', 'library', 'start'] as const;

/** Whether a file of this name is one of the start. */
export function isOfStart(name: string): boolean {
  return startKinds.some((kind) => kind === name);
}

/** The first ones take their modules first. */
const kinds = [...startKinds, 'package', 'part', 'parts', 'onlineParts', 'withPackage'] as const;

interface Place {
  kind: (typeof kinds)[number];
  /** Of the file. */
  name: string;
}

const source = (file: string) => fileURLToPath(new URL(`../../src/${file}`, import.meta.url));

const startRoots = [source('main.tsx')];

/**
 * Parts that are useless without the network: they log in, pay, save input or follow live changes. The
 * precache leaves out their code and what only they import. The service worker fetches it when the network
 * is idle, or stores it at the first use (sw/cache/lateCode.ts). Pages are marked in the route table.
 */
const onlineParts: ReadonlySet<string> = new Set(
  [
    ...onlinePages(),
    'api/eventStream.ts',
    'app/state/liveUpdates.ts',
    'features/notifications/push/PushOffer.tsx',
    'features/referral/ContactInvite.tsx',
    'pages/home/HomePromotion.tsx',
    ...['en', 'es', 'zh-CN'].map((language) => `../locales/${language}/promotions.json`),
    'features/watches/WatchNotices.tsx',
    'pages/orders/PayNow.tsx',
  ].map(source),
);

/** The pages that the route table marks as online only, as files below `src`. */
function onlinePages(): string[] {
  const table = readFileSync(source('app/routing/pages.ts'), 'utf8');
  const marked = table.matchAll(/\bonlineRoute\([^;]*?import\('\.\.\/\.\.\/([^']+)'\)/g);
  return [...new Set([...marked].flatMap(([, file]) => file ?? []))];
}

/** Where the files of those pages lie, as seen from the root of the site. */
export const onlineFolder = 'assets/online/';

/**
 * Where the texts lie, those of each language in a folder of its own: the worker keeps one language
 * from the first, and the others later (sw/cache/texts.ts).
 */
export const textsFolder = 'assets/texts/';

/**
 * Which modules become a file of their own, and where it lies. Many small files cost the first load
 * their names, and the compression sees too little of each:
 * - `start` is all that the first load of home needs, so that a slow line waits once: what the entry
 *   reaches without a dynamic import. `react` and `library` are its packages: each file is evaluated in a
 *   task of its own, and a slow device needs long for all of them;
 * - `parts` is what two pages or more share, `online-parts` what only pages share that need the network;
 * - a package that several parts share is a file, as is what brings one along, and a part that another
 *   one contains;
 * - everything else stays with the page that asks for it.
 */
export class Chunks {
  readonly groups: Group[];
  #places: ReadonlyMap<string, Place> | null = null;
  #online: ReadonlySet<string> = new Set();
  readonly #onlineFiles = new Set<string>();

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

  /** The folder of a style sheet; `sheet` is the name of the file that it belongs to, with `.css`. */
  folderOfStyle(sheet: string): string {
    return this.#onlineFiles.has(sheet.replace(/\.css$/, '')) ? onlineFolder : 'assets/';
  }

  /** The folder of a file made of these modules. */
  folderOf(name: string, modules: readonly string[]): string {
    if (modules.length > 0 && modules.every((id) => this.#online.has(id))) {
      this.#onlineFiles.add(name);
      return onlineFolder;
    }
    const [language, ...others] = new Set(modules.map(languageOf));
    return language && others.length === 0 ? `${textsFolder}${language}/` : 'assets/';
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
  for (const id of start) {
    const kind = startKindOf(id);
    places.set(id, { kind, name: kind });
  }
  const users = usersOf(start, modules);
  const online = onlineOf(users, modules);
  for (const [id, roots] of users) {
    if (roots.length < 2) continue;
    const bringsPackage = [...reachable([id], modules, 'static')].some(
      (reached) => !start.has(reached) && packageOf(reached) !== null,
    );
    const name = packageOf(id);
    if (name !== null) places.set(id, { kind: 'package', name });
    else if (roots.includes(id)) places.set(id, { kind: 'part', name: baseOf(id) });
    // Who shares a small thing must not wait for the package of another one.
    else if (bringsPackage) places.set(id, { kind: 'withPackage', name: baseOf(id) });
    else if (online.has(id)) places.set(id, { kind: 'onlineParts', name: 'online-parts' });
    else places.set(id, { kind: 'parts', name: 'parts' });
  }
  return { places, online };
}

/** What only parts of the list need, be it at once or on demand. */
function onlineOf(users: ReadonlyMap<string, string[]>, modules: Modules): Set<string> {
  const askers = new Map<string, string[]>();
  for (const id of reachable(startRoots, modules, 'any')) {
    for (const asked of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      askers.set(asked, [...(askers.get(asked) ?? []), id]);
    }
  }
  const roots = new Set(onlineParts);
  const online = new Set<string>();
  for (let before = -1; before < online.size;) {
    before = online.size;
    for (const [id, needed] of users) if (needed.every((root) => roots.has(root))) online.add(id);
    for (const [root, from] of askers) if (from.every((id) => online.has(id))) roots.add(root);
  }
  return online;
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

/** Of a module that is nothing but texts. */
function languageOf(id: string): string | undefined {
  return /(?:\/locales|\/app\/languages)\/([A-Za-z-]+)[./]/.exec(id)?.[1];
}

/** Icons are as small as our own parts, and stay with them. */
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
