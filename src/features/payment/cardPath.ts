/**
 * The path of the page that adds a card during a payment. That page then leads back to the path
 * `next`.
 */
export function addCardPath(next: string): string {
  return `/payment/unlockChanger/addNewCard?next=${encodeURIComponent(next)}`;
}

/** The path of the page on which a guest pays by card. */
export function guestCardPath(stationId: string): string {
  return `/payment/unlockChanger/addNewCard?equip_id=${stationId}&guest=1`;
}

export const methodsPath = '/payment/paymentMethodActions';
export const addMethodPath = `${methodsPath}/addPaymentMethod`;

/** The path of the page that edits or removes a saved payment method. */
export function methodPath(id: string): string {
  return `${methodsPath}/edit?id=${encodeURIComponent(id)}`;
}
