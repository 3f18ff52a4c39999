import { isFlag, objectOf } from '../shapes/shapes.ts';

/** The answer of `/sw-off.json`: whether the operator has switched the service worker off. */
export interface WorkerSwitch {
  off: boolean;
}

export const isWorkerSwitch = objectOf<WorkerSwitch>({ off: isFlag });

/**
 * The caches that are deleted with the service worker. The pages keep the other caches themselves.
 */
export const isWorkersCache = (name: string): boolean => !name.startsWith('private');
