// Exports all API paths as `paths`. The build still removes those that a part of the app does not
// use.
export * as paths from './apiPaths.ts';

/** Outside the API: `{"off": true}` makes every app remove its service worker. */
export const workerSwitchPath = '/sw-off.json';

/** A path with its parameters filled in, each escaped. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
}
