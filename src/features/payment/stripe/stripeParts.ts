/** These exports form one chunk with all code for Stripe. */
export { StripeCardFields } from './StripeCardFields.tsx';
export { StripeSheetButton } from './StripeSheetButton.tsx';
