import type { PageMessage } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Sends a message to every open page of this app. */
export async function postToPages(message: PageMessage): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message, []);
}
