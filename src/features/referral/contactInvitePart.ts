import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** Only the few browsers with a contact picker load this code. */
export const contactInvite = new LazyPart(
  async () => (await import('./ContactInvite.tsx')).ContactInvite,
);
