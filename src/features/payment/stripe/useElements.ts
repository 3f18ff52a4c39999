import { useEffect, useEffectEvent, useRef } from 'react';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useLanguage } from '../../../lib/language/language.ts';
import { useShownTheme } from '../../../lib/device/theme.ts';
import { elementsAppearance, elementsOptions, openStripe } from './stripeLibrary.ts';

export interface Mounted {
  stripe: Stripe;
  elements: StripeElements;
}

export interface ElementsOptions {
  publishableKey: string;
  type: 'card' | 'paypal';
  /** Mounts the element into the container. Returns a function that unmounts the element. */
  mount: (mounted: Mounted) => () => void;
  /** Called if Stripe's script did not load. */
  onSilent: () => void;
}

/**
 * Returns a reference to Stripe and its elements, which stay mounted while the component is
 * mounted. The reference holds null until Stripe's script has loaded.
 */
export function useElements({ publishableKey, type, mount, onSilent }: ElementsOptions) {
  const { language } = useLanguage();
  const theme = useShownTheme();
  const mounted = useRef<Mounted | null>(null);

  const begin = useEffectEvent((stripe: Stripe) => {
    const elements = stripe.elements(elementsOptions(type, { language, theme }));
    mounted.current = { stripe, elements };
    return mount(mounted.current);
  });
  const giveUp = useEffectEvent(onSilent);
  useEffect(() => {
    let gone = false;
    let unmount: (() => void) | undefined;
    void openStripe(publishableKey).then((stripe) => {
      if (gone) return;
      if (stripe) unmount = begin(stripe);
      else giveUp();
    });
    return () => {
      gone = true;
      unmount?.();
      mounted.current = null;
    };
  }, [publishableKey]);

  useEffect(() => {
    void mounted.current?.elements.update(elementsAppearance({ language, theme }));
  }, [language, theme]);

  return mounted;
}
