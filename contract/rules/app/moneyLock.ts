/** Web Lock that every tab shares while a payment or an eject is in progress. */
export const moneyLock = 'money';
