/** The page where a card is added; `next` is the path that it returns to. */
export function addCardPath(next: string): string {
  return `/payment/unlockChanger/addNewCard?next=${encodeURIComponent(next)}`;
}
