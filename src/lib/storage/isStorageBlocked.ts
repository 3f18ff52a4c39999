import { local } from './storage.ts';

/**
 * Returns whether the browser refuses storage or has stopped storing. All data then ends with the
 * page.
 */
export function isStorageBlocked(): boolean {
  const probe = 'probe';
  local.set(probe, '1');
  const isStored = local.isStored(probe);
  local.remove(probe);
  return !isStored;
}
