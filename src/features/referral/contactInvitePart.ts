import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** Few browsers let a page ask for a contact: the others do without the code. */
export const contactInvite = new LazyPart(
  async () => (await import('./ContactInvite.tsx')).ContactInvite,
);
