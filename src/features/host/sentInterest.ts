import type { HostInterestTaken } from '../../../contract/hosts.ts';
import { local } from '../../lib/storage/storage.ts';

const storageKey = 'hostSent';

/** Later than this nobody wonders any more whether it was sent. */
const shownForMs = 30 * 24 * 3600_000;

const shape = /^(\S+Z) ([\w-]{3,20})$/;

/** Keeps that something was sent from this device, and nothing of what it said. */
export function keepSent({ at, reference }: HostInterestTaken): void {
  local.set(storageKey, `${at} ${reference}`);
}

export function forgetSent(): void {
  local.remove(storageKey);
}

/** What was sent before, or null. */
export function readSent(): HostInterestTaken | null {
  const [, at, reference] = shape.exec(local.get(storageKey) ?? '') ?? [];
  if (at === undefined || reference === undefined) return null;
  return Math.abs(Date.now() - Date.parse(at)) < shownForMs ? { at, reference } : null;
}
