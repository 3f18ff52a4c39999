/** An `install` event with `addRoutes`, which the compiler's types do not have yet. */
export interface RoutedEvent extends ExtendableEvent {
  addRoutes?: (rule: {
    condition: { requestMode: 'navigate' };
    source: 'fetch-event';
  }) => Promise<void>;
}

/**
 * While a worker starts, Chromium may request the page from the network in parallel. Our worker answers
 * every page itself and never uses that request. This route tells Chromium not to send it.
 * https://developer.chrome.com/blog/service-worker-static-routing
 */
export async function routeNavigations(event: RoutedEvent): Promise<void> {
  try {
    await event.addRoutes?.({ condition: { requestMode: 'navigate' }, source: 'fetch-event' });
  } catch {
    // The browser has other rules for routes. Then each start of the worker costs one more request.
  }
}
