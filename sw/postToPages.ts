import type { PageMessage } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Every open page of this app, whichever asked. */
export async function postToPages(message: PageMessage): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message, []);
}
