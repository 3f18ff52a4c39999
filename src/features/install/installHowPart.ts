import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';

/**
 * The instructions load when the user opens them, because browsers with an install prompt do not need them.
 */
export const installHow = new LazyPart(async () =>
  withTexts(
    import('./InstallHow.tsx').then(({ InstallHow }) => InstallHow),
    'install',
  ),
);
