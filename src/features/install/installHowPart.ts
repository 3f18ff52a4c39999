import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';

/** Loaded when the user opens it, because browsers with their own prompt do not need it. */
export const installHow = new LazyPart(async () =>
  withTexts(
    import('./InstallHow.tsx').then(({ InstallHow }) => InstallHow),
    'install',
  ),
);
