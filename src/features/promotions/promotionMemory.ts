import { local, session } from '../../lib/storage/storage.ts';

const dismissedKey = 'dismissedPromotions';
const shownKey = 'promotionShown';

/** The highest number of dismissed campaigns that are stored. */
const most = 30;

const read = () => (local.get(dismissedKey) ?? '').split(' ').filter((type) => type !== '');

/** Stores that a campaign was dismissed. */
export function dismissPromotion(type: string): void {
  const others = read().filter((known) => known !== type);
  local.set(dismissedKey, [...others, type].slice(-most).join(' '));
}

export function isDismissed(type: string): boolean {
  return read().includes(type);
}

/** Whether this session has already shown a promotion. One promotion per session is enough. */
export function wasPromotionShown(): boolean {
  return session.get(shownKey) !== null;
}

export function notePromotionShown(): void {
  session.set(shownKey, '1');
}
