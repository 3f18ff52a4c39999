/** One chunk with everything that Stripe payments need. */
export { StripeCardFields } from './StripeCardFields.tsx';
export { StripeSheetButton } from './StripeSheetButton.tsx';
