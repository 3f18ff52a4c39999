/** An `install` event with `addRoutes`, which the types of TypeScript do not contain yet. */
export interface RoutedEvent extends ExtendableEvent {
  addRoutes?: (rule: {
    condition: { requestMode: 'navigate' };
    source: 'fetch-event';
  }) => Promise<void>;
}

/**
 * Prevents a network request for a page while the service worker starts. Chromium may send such a request,
 * although the service worker answers every page itself.
 * https://developer.chrome.com/blog/service-worker-static-routing
 */
export async function routeNavigations(event: RoutedEvent): Promise<void> {
  try {
    await event.addRoutes?.({ condition: { requestMode: 'navigate' }, source: 'fetch-event' });
  } catch {
    // This browser does not support the rule. Then each start of the service worker may cost one more request.
  }
}
