import i18next from 'i18next';
import type { Language } from '../../../contract/config.ts';

/** The namespaces that home needs before it is shown. */
export const firstNamespaces = [
  'common',
  'map',
  'messages',
  'search',
  'stations',
  'titles',
] as const;

/** The additional namespaces that every other page needs. */
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

/** Functions that load the texts of a namespace, one file per language. */
export type TextLoaders = Record<Language, () => Promise<{ default: Texts }>>;

const ownLoaders = new Map<string, TextLoaders>();

/**
 * Registers texts that only a few pages need. The code of those pages calls this, so that no other page
 * waits for the texts.
 */
export function ownTexts(namespace: string, loaders: TextLoaders): void {
  ownLoaders.set(namespace, loaders);
}

/** The loaders of a registered namespace; undefined for any other namespace. */
export function ownLoadersOf(namespace: string): TextLoaders | undefined {
  return ownLoaders.get(namespace);
}

const areLoaded = (namespaces: readonly string[]) =>
  namespaces.every((namespace) => i18next.hasResourceBundle(i18next.language, namespace));

/**
 * Resolves when these texts are loaded in the language of the app. i18next then also loads them after
 * each change of the language. Rejects if they cannot be loaded; may be called again.
 */
async function loadTexts(namespaces: readonly string[]): Promise<void> {
  if (!i18next.isInitialized) {
    await new Promise((resolve) => {
      i18next.on('initialized', resolve);
    });
  }
  await i18next.loadNamespaces(namespaces);
  // i18next does not retry a failed namespace by itself.
  if (!areLoaded(namespaces)) await i18next.reloadResources([i18next.language], namespaces);
  if (!areLoaded(namespaces)) throw new Error(`Texts of ${i18next.language} could not be loaded`);
}

/**
 * Waits for the code of a part, the texts that home does not need, and the part's own texts (`ownTexts`),
 * if it has any.
 */
export async function withTexts<T>(code: Promise<T>, own?: string): Promise<T> {
  const [part] = await Promise.all([code, loadTexts(laterNamespaces)]);
  // The code itself registers its own texts, so it must be loaded first.
  if (own !== undefined) await loadTexts([own]);
  return part;
}
