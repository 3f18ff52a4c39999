// Import the entry `pure`, because an import of the main entry would load Stripe's script at once.
import { loadStripe } from '@stripe/stripe-js/pure';
import type {
  Appearance,
  Stripe,
  StripeElementLocale,
  StripeElementsOptionsMode,
} from '@stripe/stripe-js';
import type { Language } from '../../../../contract/config.ts';

let loaded: { key: string; stripe: Promise<Stripe | null> } | null = null;

/**
 * Loads Stripe's script, unless it is already loaded for this key. The script is never bundled and never cached for
 * offline use.
 *
 * @returns null if the script does not load.
 */
export async function openStripe(publishableKey: string): Promise<Stripe | null> {
  if (loaded?.key !== publishableKey) {
    loaded = { key: publishableKey, stripe: loadStripe(publishableKey) };
  }
  const stripe = await loaded.stripe.catch(() => null);
  // After a failure, the next call loads the script again.
  if (stripe === null) loaded = null;
  return stripe;
}

const locales: Record<Language, StripeElementLocale> = { en: 'en', es: 'es-419', 'zh-CN': 'zh' };

export interface Look {
  language: Language;
  theme: 'light' | 'black';
}

/**
 * The options of elements that save a payment method for later use, in the appearance of the app.
 */
export function elementsOptions(type: 'card' | 'paypal', look: Look): StripeElementsOptionsMode {
  return {
    mode: 'setup',
    setupFutureUsage: 'off_session',
    allowedPaymentMethodTypes: [type],
    ...elementsAppearance(look),
  };
}

/** The options that can change after the fields are mounted. */
export function elementsAppearance({ language, theme }: Look): {
  locale: StripeElementLocale;
  appearance: Appearance;
} {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    locale: locales[language],
    appearance: {
      theme: theme === 'black' ? 'night' : 'stripe',
      variables: {
        colorPrimary: token('action'),
        colorBackground: token('surface'),
        colorText: token('ink'),
        colorTextSecondary: token('ink-2'),
        colorTextPlaceholder: token('ink-3'),
        colorDanger: token('danger'),
        borderRadius: token('radius-field'),
        fontFamily: 'system-ui, sans-serif',
        fontSizeBase: '16px',
        spacingUnit: '4px',
      },
      rules: {
        '.Input': { border: `1px solid ${token('control')}`, boxShadow: 'none', padding: '13px' },
        '.Input:focus': {
          border: `1px solid ${token('focus')}`,
          boxShadow: `0 0 0 2px ${token('focus')}`,
        },
        '.Label': { fontWeight: '650' },
      },
    },
  };
}
