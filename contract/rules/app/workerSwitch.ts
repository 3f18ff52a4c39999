import { isFlag, objectOf } from '../shapes/shapes.ts';

/** What `/sw-off.json` answers: whether the operator has switched the service worker off. */
export interface WorkerSwitch {
  off: boolean;
}

export const isWorkerSwitch = objectOf<WorkerSwitch>({ off: isFlag });

/** The caches that go with the worker. The others the pages keep for their person themselves. */
export const isWorkersCache = (name: string): boolean => !name.startsWith('private');
