/** What is fetched together where Stripe takes the payments. */
export { StripeCardFields } from './StripeCardFields.tsx';
export { StripeSheetButton } from './StripeSheetButton.tsx';
