import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { BaseMap, MapOverlay } from '../../../contract/config.ts';
import type { PaymentProvider } from '../../providers/payments/provider.ts';

export interface ContentSources {
  /**
   * The origins of the payment provider. They are read at the first request, because the provider
   * is not ready earlier.
   */
  payments: PaymentProvider['contentSources'];
  baseMap: BaseMap;
  overlays: readonly MapOverlay[];
  /** The origins of the photos of stations. */
  photos: readonly string[];
  /** Whether riders reach the app with https. */
  isHttps: boolean;
  /**
   * The built page; null if the app is not built. Only the inline scripts and styles of this page may run.
   */
  html: string | null;
}

/**
 * The policy of answers with data. If a browser opens such an answer as a page, the page can load nothing,
 * and no other page can frame it.
 */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * The content types that a browser neither runs nor renders as a page. Answers of these types get the short policy,
 * because the full policy is often larger than the answer.
 */
const dataType = /^(?:application\/(?:[\w.-]+\+)?json|text\/css|font\/|image\/(?!svg))/;

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers for an answer that the hooks do not handle, such as an event stream. */
    dataHeaders?: Record<string, string>;
  }
}

/**
 * Sets the content security policy and related headers on every answer except a `304` and an event
 * stream. A header that the route has already set stays.
 *
 * @returns a text that identifies the headers of a page in this configuration. The ETag of a page must
 *   contain this text, because a browser keeps its cached headers after a `304`.
 */
export function installSecurityHeaders(
  app: FastifyInstance,
  sources: ContentSources,
): () => string {
  const policy = contentSecurityPolicy(sources);
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Isolates the app from windows of other sites. The app can still open a window for a sign-in,
    // and close this window.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Other sites may not load the answer. Only public data and pictures replace this value with `cross-origin`.
    'cross-origin-resource-policy': 'same-origin',
    ...(sources.isHttps && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
  const dataHeaders = {
    'content-security-policy': dataPolicy,
    'permissions-policy': permissions([]),
    ...common,
  };
  const pageHeaders = (): Record<string, string> => ({
    'content-security-policy': policy(),
    'permissions-policy': permissions(sources.payments().scripts),
    ...common,
  });
  app.decorate('dataHeaders', dataHeaders);
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 304) return;
    const isData = dataType.test(String(reply.getHeader('content-type') ?? ''));
    for (const [name, value] of Object.entries(isData ? dataHeaders : pageHeaders())) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
  });
  return () => JSON.stringify(pageHeaders());
}

/**
 * The value of the header `permissions-policy`. With the permission `payment`, the payment provider's library may open
 * the wallet of the device.
 */
function permissions(scripts: readonly string[]): string {
  const origins = scripts.filter((source) => !source.includes('*')).map((source) => `"${source}"`);
  const payment = origins.length > 0 ? ['self', ...origins].join(' ') : '';
  return `camera=(self), geolocation=(self), microphone=(), usb=(), payment=(${payment})`;
}

/**
 * Returns a function that gives the policy. This function creates the policy at its first call, because the origins of
 * the provider are known then.
 */
export function contentSecurityPolicy({
  payments,
  baseMap,
  overlays,
  photos,
  html,
}: Omit<ContentSources, 'isHttps'>): () => string {
  const { scripts, styles } = inlineHashes(html ?? '');
  const tiles = baseMap.kind === 'none' ? null : originOf(baseMap.url);
  const layers = overlays.map(({ url }) => originOf(url));
  const directives = (): Record<string, (string | null)[]> => ({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...payments().scripts],
    'style-src': ["'self'", ...styles],
    'style-src-elem': ["'self'", ...styles],
    // Leaflet and charts set positions in style attributes. These attributes cannot run code.
    'style-src-attr': ["'unsafe-inline'"],
    // `data:` and `blob:` are for pictures that the device itself creates, such as receipts and photos. `data:` is also
    // for the tiny pictures of stations (`photoBlur`), and for icons in the styles.
    'img-src': ["'self'", 'data:', 'blob:', tiles, ...layers, ...photos],
    'font-src': ["'self'"],
    // Pictures and tiles are included, because the service worker fetches them.
    'connect-src': ["'self'", tiles, ...layers, ...photos, ...payments().connects],
    'frame-src': payments().frames,
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // No code may turn text into elements or scripts, except by the policy of
    // src/app/start/scriptPolicy.ts.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  });
  const write = () =>
    Object.entries(directives())
      .map(([name, values]) => [name, ...values.filter((value) => value !== null)].join(' '))
      .join('; ');
  let written: string | null = null;
  return () => (written ??= write());
}

/** The CSP sources of a page's inline scripts and styles. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const contents = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, content = '']) => content).filter(Boolean);
  const source = (content: string) =>
    `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  const scripts = contents(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  const styles = contents(/<style[^>]*>([\s\S]*?)<\/style>/gi);
  return { scripts: scripts.map(source), styles: styles.map(source) };
}

/** The origin of an external address; null for an address of this server. */
function originOf(template: string): string | null {
  return URL.canParse(template) ? new URL(template).origin : null;
}
