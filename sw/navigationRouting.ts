/** What an `install` event can do beyond what the compiler knows. */
export interface RoutedEvent extends ExtendableEvent {
  addRoutes?: (rule: {
    condition: { requestMode: 'navigate' };
    source: 'fetch-event';
  }) => Promise<void>;
}

/**
 * While a worker starts, Chromium may ask the network for the page that it was opened for, in case the
 * worker wants it: of ours nobody would read it. A rule of one's own says that there is no need.
 * https://developer.chrome.com/blog/service-worker-static-routing
 */
export async function routeNavigations(event: RoutedEvent): Promise<void> {
  try {
    await event.addRoutes?.({ condition: { requestMode: 'navigate' }, source: 'fetch-event' });
  } catch {
    // Another idea of these rules: then a start costs a page more.
  }
}
