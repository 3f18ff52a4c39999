import { local } from './storage.ts';

/** Whether this browser keeps nothing for us, or no more: then all of it ends with the page. */
export function isStorageBlocked(): boolean {
  const probe = 'probe';
  local.set(probe, '1');
  const isKept = local.isKept(probe);
  local.remove(probe);
  return !isKept;
}
