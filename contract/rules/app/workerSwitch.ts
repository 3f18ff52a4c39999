import { isFlag, objectOf } from '../shapes/shapes.ts';

/** The content of `/sw-off.json`: whether the operator has switched the service worker off. */
export interface WorkerSwitch {
  off: boolean;
}

export const isWorkerSwitch = objectOf<WorkerSwitch>({ off: isFlag });

/**
 * Whether a cache is deleted together with the service worker. The pages themselves manage the caches
 * whose names begin with `private`.
 */
export const isWorkersCache = (name: string): boolean => !name.startsWith('private');
