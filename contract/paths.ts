// Reads all constants under one name; the build still includes only those that each part of the app
// uses.
export * as paths from './apiPaths.ts';

/** Outside the API: `{"off": true}` makes every app remove its service worker. */
export const workerSwitchPath = '/sw-off.json';

/** A path with its parameters filled in, each escaped. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
}
