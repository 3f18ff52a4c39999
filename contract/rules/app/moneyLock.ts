/** The name of a Web Lock that all tabs share while a payment or an eject is in progress. */
export const moneyLock = 'money';
