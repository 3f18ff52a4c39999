import type { ManifestTransform } from 'workbox-build';

/** The worker precaches one after another: what a start offline needs comes first. */
const order = [
  /index\.html$/,
  /assets\/(?:start|react|library|rolldown-runtime)-/,
  /assets\/OtherPages-/,
  /\.css$/,
];

function rank(url: string): number {
  const found = order.findIndex((pattern) => pattern.test(url));
  return found === -1 ? order.length : found;
}

export const orderPrecache: ManifestTransform = (entries) => ({
  manifest: [...entries].sort((a, b) => rank(a.url) - rank(b.url)),
  warnings: [],
});
