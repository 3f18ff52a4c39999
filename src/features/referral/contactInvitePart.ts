import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** Few browsers support the contact picker: the others do not load this code. */
export const contactInvite = new LazyPart(
  async () => (await import('./ContactInvite.tsx')).ContactInvite,
);
