/** The texts of a station in the list on home. */
export interface Row {
  name: string;
  address: string;
  counts: string;
  open: string;
  directions: string;
}

/**
 * The folder of the static page. The page has its own folder, so that its service worker controls
 * no file of the app.
 */
export const staticFolder = 'bench';

/**
 * The style of the hand-written page, which shows the station list of home in the design of the
 * app.
 */
export const staticStyle = [
  'body{margin:0;font:16px/1.4 system-ui,sans-serif;color:#1b1a17;background:#f6f4ef}',
  'a{color:inherit;text-decoration:none}',
  'header{display:flex;gap:8px;padding:12px 16px}',
  'header a{flex:1;padding:12px 20px;border-radius:24px;background:#fff}',
  'h1{font-size:20px;margin:16px}',
  'ul{list-style:none;margin:0;padding:0 16px 96px}',
  'li{display:flex;align-items:center;border-bottom:1px solid #ddd8cc}',
  'li a{padding:12px 0;min-height:48px;display:grid;align-content:center}',
  'li a:first-child{flex:1}',
  'li a+a{padding:12px;color:#0a5c4a}',
  'small{color:#5c594f;font-size:14px}',
  'footer a{position:fixed;inset:auto 16px 16px;padding:16px;border-radius:28px;text-align:center;color:#fff;background:#0a5c4a}',
].join('');

/** Renders the static page. The page has no script, except if it must start offline. */
export function staticPage(rows: readonly Row[], icon: string, worker: boolean): string {
  const items = rows.map(
    ({ name, address, counts, open, directions }) =>
      `<li><a href="${escape(open)}"><b>${escape(name)}</b><small>${escape(address)}</small>` +
      `<small>${escape(counts)}</small></a>` +
      `<a href="${escape(directions)}" aria-label="Directions to ${escape(name)}">Go</a></li>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<title>Stations</title>',
    '<meta name="description" content="Portable phone chargers around the corner.">',
    icon,
    `<style>${staticStyle}</style></head><body>`,
    '<header><a href="/menu">Menu</a><a href="/search">Search stations</a></header>',
    `<main><h1>Stations in this area</h1><ul>${items.join('')}</ul></main>`,
    '<footer><a href="/home/scan">Scan to rent</a></footer>',
    worker ? '<script src="register.js" defer></script>' : '',
    '</body></html>',
  ].join('');
}

/** The server enforces Trusted Types on every page, so the address of the worker needs a policy. */
export const registerScript = [
  "window.trustedTypes?.createPolicy('default',{createScriptURL:(url)=>url});",
  "navigator.serviceWorker.register('sw.js');",
].join('\n');

/** The smallest service worker that starts a page offline. */
export const staticWorker = [
  "const page='offline.html';",
  "addEventListener('install',(e)=>{skipWaiting();e.waitUntil(caches.open('page').then((c)=>c.add(page)))});",
  "addEventListener('activate',(e)=>e.waitUntil(clients.claim()));",
  "addEventListener('fetch',(e)=>{if(e.request.mode==='navigate')e.respondWith(caches.match(page).then((r)=>r||fetch(e.request)))});",
].join('\n');

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
