import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';

/** Comes once somebody asks: browsers that ask for themselves do without. */
export const installHow = new LazyPart(async () =>
  withTexts(
    import('./InstallHow.tsx').then(({ InstallHow }) => InstallHow),
    'install',
  ),
);
