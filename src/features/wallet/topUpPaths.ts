/** The paths of the steps of a top-up. The paths contain the rider's selections. */
export const amountPath = '/payment/addGoCash';
const methodPath = '/payment/addGoCash/selectPaymentMethod';
const completePath = '/payment/addGoCash/complete';
const successPath = '/payment/addGoCash/goCashSuccess';

export const methodStep = (amount: number): string => `${methodPath}?amount=${amount}`;

export function reviewStep(amount: number, methodId: string): string {
  return `${completePath}?${new URLSearchParams({ amount: String(amount), method: methodId }).toString()}`;
}

/**
 * The path of the payment in progress. The path contains the id of the top-up, which is enough to
 * continue after a reload.
 */
export const followStep = (topUpId: string): string =>
  `${completePath}?topUp=${encodeURIComponent(topUpId)}`;

export const successStep = (topUpId: string): string =>
  `${successPath}?topUp=${encodeURIComponent(topUpId)}`;

/** Reads the selected amount in minor units. Returns null if the amount is not a valid number. */
export function readAmount(query: URLSearchParams): number | null {
  const text = query.get('amount') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
