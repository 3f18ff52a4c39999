import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { onlineFolder, textsFolder } from '../build/chunks.ts';

// Checks the sizes of the built app. Sizes are compressed (brotli 11), because the server sends the
// files compressed.

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const kib = 1024;

const allLanguages = ['en', 'es', 'zh-CN'];

interface Check {
  name: string;
  found: string;
  isMet: boolean;
}

function weigh(bytes: Buffer): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  return brotliCompressSync(bytes, { params }).byteLength;
}

const read = (file: string) => readFileSync(path.join(dist, file));

function atMost(name: string, bytes: number, limit: number): Check {
  const size = (bytes / kib).toFixed(1);
  return { name, found: `${size} of ${limit / kib} KiB`, isMet: bytes <= limit };
}

/**
 * Returns the files, and all files that they import statically. Dynamic imports are not included,
 * because they are loaded later.
 */
function withImports(files: Iterable<string>): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    const code = read(file).toString('utf8');
    for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
      if (name !== undefined) found.add(`assets/${name}`);
    }
  }
  return found;
}

/**
 * Returns the files of the first load: the entry files and the texts in index.html, and the files
 * that these files import statically.
 */
function firstLoadOf(html: string, language: string): Set<string> {
  const named = [...html.matchAll(/<link rel="entry"[^>]*href="\/([^"]+)"/g)].flatMap(
    ([, file]) => file ?? [],
  );
  const texts = new RegExp(`&quot;${language}&quot;:&quot;/([^&]+)&quot;`).exec(html)?.[1];
  if (named.length === 0 || texts === undefined) {
    throw new Error('index.html does not name the files that it loads');
  }
  return withImports([...named, texts]);
}

/**
 * Code that must not be in the first load. Each text identifies its code, because minification does
 * not change the text.
 */
const later = [
  { name: 'Leaflet', text: 'leaflet-container' },
  { name: 'protomaps-leaflet', text: 'Unimplemented type' },
  { name: 'qr-scanner', text: '_legacyCanvasSize' },
  { name: 'libphonenumber', text: 'INVALID_COUNTRY' },
];
/** Code that must not be in the client. */
const never = [{ name: 'zod', text: /invalid_union|ZodError|_zod\b/ }];

/**
 * Files that are loaded only if Stripe is the payment provider. Payments need the network, so the
 * service worker does not prefetch these files.
 */
const onlyConfigured = /\/stripeParts-[\w-]+\.js$/;

/**
 * Files that the service worker caches at their first use: sw/cache/texts.ts caches the strings, and
 * sw/cache/lateCode.ts the other files.
 */
const cachedWhenUsed =
  /^assets\/(?:clusterIndex|heatLayer|InstallHow|outline|qr-scanner-worker|dom-to-image-more\.min|libphonenumber-js|phoneNumbers|streets\.worker|help\.[\w-]+|texts\/[\w-]+\/(?:legal|favourites|radar|reservations))-[\w-]{8}\.js$/;

const reasons = {
  style: 'The bundler writes the styles of each script into one file.',
  worker: 'A worker is a file of its own.',
  package: 'It imports a package, so other code of its area would load this package, too.',
  texts: 'A rider needs only the texts of one language, and only when this part opens.',
};

/**
 * Scripts and styles below 1 KiB that are files of their own. They are a part of the first load, or the service worker
 * fetches them before their first use. Each has a reason. A request costs more than such a file saves, so other code of
 * this size belongs to a larger file: see `joinedParts` in scripts/build/chunks.ts. The budgets do not check the size of
 * files that the app loads only when it needs them.
 */
const smallFiles: Readonly<Record<string, string>> = {
  'rolldown-runtime.js':
    'The bundler writes its helpers into a file, which all other files import.',
  'pingServer.js':
    'It runs after other code failed to load, so it must not be in the file of that code.',
  'qr-scanner-worker.min.js': 'The package qr-scanner imports it only to start its worker.',
  'formats.worker.js': reasons.worker,
  'challenge.worker.js': reasons.worker,
  'MethodRows.js': reasons.package,
  'PaymentMethodsPage.js': reasons.package,
  'radar.js': reasons.texts,
  'InstallHow.css': reasons.style,
  'LinkedSheet.css': reasons.style,
  'PaymentPage.css': reasons.style,
  'account-online.css': reasons.style,
  'account.css': reasons.style,
  'asides-online.css': reasons.style,
  'help-online.css': reasons.style,
  'legal.css': reasons.style,
  'orders-online.css': reasons.style,
  'rental.css': reasons.style,
  'sandbox-online.css': reasons.style,
  'station.css': reasons.style,
};

/** Checks that the scripts and styles below 1 KiB are exactly the files in `smallFiles`. */
function noSmallFiles(files: Iterable<string>): Check {
  const small = [...files].filter((file) => /\.(?:js|css)$/.test(file) && read(file).length < kib);
  const nameOf = (file: string) => path.basename(file).replace(/-[\w-]{8}(?=\.\w+$)/, '');
  const names = new Set(small.map(nameOf));
  const known = small.filter((file) => Object.hasOwn(smallFiles, nameOf(file)));
  const unknown = [...names].filter((name) => !Object.hasOwn(smallFiles, name));
  const gone = Object.keys(smallFiles).filter((name) => !names.has(name));
  const found = [
    `${known.length} with a reason`,
    ...unknown.map((name) => `${name} without a reason`),
    ...gone.map((name) => `${name} is not such a file`),
  ];
  return {
    name: 'scripts and styles below 1 KiB',
    found: found.join(', '),
    isMet: unknown.length === 0 && gone.length === 0,
  };
}

function check(): Check[] {
  const html = read('index.html').toString('utf8');
  const assets = readdirSync(path.join(dist, 'assets'), { recursive: true, encoding: 'utf8' }).map(
    (file) => `assets/${file.replaceAll(path.sep, '/')}`,
  );
  const scripts = assets.filter((file) => file.endsWith('.js'));
  const codeOf = (files: Iterable<string>) =>
    [...files].map((file) => read(file).toString('utf8')).join('\n');
  const sum = (files: Iterable<string>) =>
    [...files].reduce((total, file) => total + weigh(read(file)), 0);

  const checks: Check[] = [];
  const languages = allLanguages.map((language) => sum(firstLoadOf(html, language)));
  checks.push(atMost('first-load JavaScript of /home', Math.max(...languages), 120 * kib));
  checks.push(atMost('index.html', weigh(Buffer.from(html)), 9.5 * kib));

  const first = codeOf(firstLoadOf(html, 'en'));
  for (const { name, text } of later) {
    const isThere = first.includes(text);
    checks.push({
      name: `${name} is not in the first load`,
      found: isThere ? 'first load' : 'loaded later',
      isMet: !isThere,
    });
  }
  const all = codeOf(scripts);
  for (const { name, text } of later) {
    const isKnown = all.includes(text);
    checks.push({ name: `${name} is built`, found: isKnown ? 'yes' : 'no', isMet: isKnown });
  }
  for (const { name, text } of never) {
    const isThere = text.test(all);
    checks.push({ name: `no ${name}`, found: isThere ? 'in the build' : 'none', isMet: !isThere });
  }

  const worker = read('sw.js').toString('utf8');
  const known = [...worker.matchAll(/"?url"?:["'`]([^"'`]+)["'`]/g)].flatMap(
    ([, url]) => url ?? [],
  );
  const textsOf = (language: string) =>
    sum(known.filter((file) => file.startsWith(`${textsFolder}${language}/`)));
  const warmed = known.filter((file) => file.startsWith(onlineFolder));
  const precached = known.filter(
    (file) => !file.startsWith(onlineFolder) && !file.startsWith(textsFolder),
  );
  const oneLanguage = Math.max(...allLanguages.map(textsOf));
  checks.push(atMost('whole precache', sum(precached) + oneLanguage, 350 * kib));
  checks.push(atMost('pages that need the network', sum(warmed), 120 * kib));
  const styles = [...html.matchAll(/<link rel="style"[^>]*href="\/([^"]+)"/g)].flatMap(
    ([, file]) => file ?? [],
  );
  const texts = known.filter((file) => file.startsWith(textsFolder));
  const loaded = [...firstLoadOf(html, 'en'), ...styles, ...precached, ...warmed, ...texts];
  checks.push(noSmallFiles(new Set(loaded)));
  const missing = scripts.filter(
    (file) => !known.includes(file) && !cachedWhenUsed.test(file) && !onlyConfigured.test(file),
  );
  checks.push({
    name: 'every page is cached',
    found: missing.length === 0 ? 'yes' : `without ${missing.join(', ')}`,
    isMet: missing.length === 0,
  });
  return checks;
}

const checks = check();
for (const { name, found, isMet } of checks) {
  process.stdout.write(`${isMet ? 'ok  ' : 'OVER'} ${name}: ${found}\n`);
}
process.exitCode = checks.every(({ isMet }) => isMet) ? 0 : 1;
