import type { ManifestTransform } from 'workbox-build';

/**
 * The order of the precache list. The service worker caches the files in this order. The files for an offline start
 * come first, so that the app can start offline as early as possible.
 */
const order = [
  /index\.html$/,
  /assets\/(?:start|react|library|rolldown-runtime)-/,
  /assets\/OtherPages-/,
  /\.css$/,
  // Of the pages that need the network, these pages come first. A rider needs them between the scan of a code and the
  // moment when the charger comes out.
  /assets\/online\/(?:online-parts|launch-online|MethodChoice)-/,
];

function rank(url: string): number {
  const found = order.findIndex((pattern) => pattern.test(url));
  return found === -1 ? order.length : found;
}

export const orderPrecache: ManifestTransform = (entries) => ({
  manifest: [...entries].sort((a, b) => rank(a.url) - rank(b.url)),
  warnings: [],
});
