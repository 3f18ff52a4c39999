/** The page where a card is added on the way to paying; `next` is the path that it returns to. */
export function addCardPath(next: string): string {
  return `/payment/unlockChanger/addNewCard?next=${encodeURIComponent(next)}`;
}

export const methodsPath = '/payment/paymentMethodActions';
export const addMethodPath = `${methodsPath}/addPaymentMethod`;

/** The page where a saved way to pay is changed or removed. */
export function methodPath(id: string): string {
  return `${methodsPath}/edit?id=${encodeURIComponent(id)}`;
}
