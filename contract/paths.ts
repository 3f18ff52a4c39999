// Exports the paths of apiPaths.ts as one object. The build can still leave out the paths that a
// bundle does not use.
export * as paths from './apiPaths.ts';

/** A file outside the API. If it contains `{"off": true}`, every app removes its service worker. */
export const workerSwitchPath = '/sw-off.json';

/** Escapes the parameters, and fills them into a path. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
}
