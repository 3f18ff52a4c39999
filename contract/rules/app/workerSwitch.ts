import { isFlag, objectOf } from '../shapes/shapes.ts';

/** The content of `/sw-off.json`: whether the operator has switched the service worker off. */
export interface WorkerSwitch {
  off: boolean;
}

export const isWorkerSwitch = objectOf<WorkerSwitch>({ off: isFlag });

/**
 * Whether a cache belongs to the service worker and is deleted with it. The app's pages manage the caches whose names
 * begin with `private`.
 */
export const isWorkersCache = (name: string): boolean => !name.startsWith('private');
