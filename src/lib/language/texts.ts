import i18next from 'i18next';
import type { Language } from '../../../contract/config.ts';

/** The namespaces that home needs before it is shown. */
export const firstNamespaces = ['common', 'map', 'search', 'stations'] as const;

/** The additional namespaces that all pages except home need. */
const laterNamespaces = [
  'auth',
  'coupons',
  'errors',
  'menu',
  'messages',
  'notifications',
  'orders',
  'payment',
  'profile',
  'referral',
  'rental',
  'scan',
  'settings',
  'sheet',
  'social',
  'tips',
  'titles',
  'wallet',
  'watches',
] as const;

type Texts = Record<string, unknown>;

/** Functions that load the strings of a namespace. Each language has its own function. */
export type TextLoaders = Record<Language, () => Promise<{ default: Texts }>>;

const ownLoaders = new Map<string, TextLoaders>();

/**
 * Registers strings that only a few pages need. The code of these pages calls this function, so
 * that no other page waits for these strings.
 */
export function ownTexts(namespace: string, loaders: TextLoaders): void {
  ownLoaders.set(namespace, loaders);
}

/** Returns the loaders of a registered namespace, and undefined for any other namespace. */
export function ownLoadersOf(namespace: string): TextLoaders | undefined {
  return ownLoaders.get(namespace);
}

const areLoaded = (namespaces: readonly string[]) =>
  namespaces.every((namespace) => i18next.hasResourceBundle(i18next.language, namespace));

/**
 * Resolves when these namespaces are loaded in the language of the app. After the first call,
 * i18next also loads these namespaces at each change of the language. Rejects if the strings cannot
 * be loaded. A rejected call can be repeated.
 */
async function loadTexts(namespaces: readonly string[]): Promise<void> {
  if (!i18next.isInitialized) {
    await new Promise((resolve) => {
      i18next.on('initialized', resolve);
    });
  }
  await i18next.loadNamespaces(namespaces);
  // i18next does not retry a namespace that failed to load.
  if (!areLoaded(namespaces)) await i18next.reloadResources([i18next.language], namespaces);
  if (!areLoaded(namespaces)) throw new Error(`Texts of ${i18next.language} could not be loaded`);
}

/**
 * Waits for the code of a part of the app, and for the strings in `laterNamespaces`. If `own` names
 * the namespace of the part (see `ownTexts`), also waits for the strings of this namespace.
 */
export async function withTexts<T>(code: Promise<T>, own?: string): Promise<T> {
  const [part] = await Promise.all([code, loadTexts(laterNamespaces)]);
  // The code must be loaded first, because it registers the strings of the part.
  if (own !== undefined) await loadTexts([own]);
  return part;
}
