import { local, session } from '../../lib/storage/storage.ts';

const dismissedKey = 'dismissedPromotions';
const shownKey = 'promotionShown';

/** Of so many campaigns, the last ones. */
const most = 30;

const read = () => (local.get(dismissedKey) ?? '').split(' ').filter((type) => type !== '');

/** Does not show a campaign unasked again. */
export function dismissPromotion(type: string): void {
  const others = read().filter((known) => known !== type);
  local.set(dismissedKey, [...others, type].slice(-most).join(' '));
}

export function isDismissed(type: string): boolean {
  return read().includes(type);
}

/** Whether this session has shown a promotion unasked; one is enough. */
export function wasPromotionShown(): boolean {
  return session.get(shownKey) !== null;
}

export function notePromotionShown(): void {
  session.set(shownKey, '1');
}
