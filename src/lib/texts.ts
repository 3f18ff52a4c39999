import i18next from 'i18next';

/** What home needs before it is shown. */
export const firstNamespaces = [
  'common',
  'errors',
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
  'wallet',
] as const;

const areHere = () =>
  laterNamespaces.every((namespace) => i18next.hasResourceBundle(i18next.language, namespace));

/**
 * Resolves once the texts of the other pages are there, in the language of the app and from then on in
 * each that it is switched to. Rejects where they cannot be loaded; may be called again.
 */
async function laterTexts(): Promise<void> {
  if (!i18next.isInitialized) {
    await new Promise((resolve) => {
      i18next.on('initialized', resolve);
    });
  }
  await i18next.loadNamespaces(laterNamespaces);
  // What failed once is asked for again only on demand.
  if (!areHere()) await i18next.reloadResources([i18next.language], laterNamespaces);
  if (!areHere()) throw new Error(`The texts of ${i18next.language} could not be loaded`);
}

/** The code of a part, together with the texts that home does without. */
export async function withTexts<T>(code: Promise<T>): Promise<T> {
  const [part] = await Promise.all([code, laterTexts()]);
  return part;
}
