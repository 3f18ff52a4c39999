import i18next from 'i18next';
import type { Language } from '../../../contract/config.ts';

/** What home needs before it is shown. */
export const firstNamespaces = [
  'common',
  'map',
  'messages',
  'search',
  'stations',
  'titles',
] as const;

/** What every other page needs besides. */
const laterNamespaces = [
  'auth',
  'coupons',
  'errors',
  'menu',
  'notifications',
  'orders',
  'payment',
  'profile',
  'referral',
  'rental',
  'scan',
  'settings',
  'social',
  'tips',
  'wallet',
] as const;

type Texts = Record<string, unknown>;

/** Fetches texts, in each language from a file of its own. */
export type TextLoaders = Record<Language, () => Promise<{ default: Texts }>>;

const ownLoaders = new Map<string, TextLoaders>();

/**
 * Makes known the texts that a few pages alone need. Called by the code of those pages, with which
 * they come: no other page waits for them.
 */
export function ownTexts(namespace: string, loaders: TextLoaders): void {
  ownLoaders.set(namespace, loaders);
}

/** How to fetch such texts; undefined for what is no page's own. */
export function ownLoadersOf(namespace: string): TextLoaders | undefined {
  return ownLoaders.get(namespace);
}

const areHere = (namespaces: readonly string[]) =>
  namespaces.every((namespace) => i18next.hasResourceBundle(i18next.language, namespace));

/**
 * Resolves once these texts are there, in the language of the app and from then on in each that it is
 * switched to. Rejects where they cannot be loaded; may be called again.
 */
async function loadTexts(namespaces: readonly string[]): Promise<void> {
  if (!i18next.isInitialized) {
    await new Promise((resolve) => {
      i18next.on('initialized', resolve);
    });
  }
  await i18next.loadNamespaces(namespaces);
  // What failed once is asked for again only on demand.
  if (!areHere(namespaces)) await i18next.reloadResources([i18next.language], namespaces);
  if (!areHere(namespaces)) throw new Error(`Texts of ${i18next.language} could not be loaded`);
}

/**
 * The code of a part, together with the texts that home does without, and those of its own
 * (`ownTexts`), if it has any.
 */
export async function withTexts<T>(code: Promise<T>, own?: string): Promise<T> {
  const [part] = await Promise.all([code, loadTexts(laterNamespaces)]);
  // Only the code, once it is here, can fetch its own.
  if (own !== undefined) await loadTexts([own]);
  return part;
}
