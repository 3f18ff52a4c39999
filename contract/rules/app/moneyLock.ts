/** The name of the Web Lock that each tab holds in shared mode while its payment or eject is in progress. */
export const moneyLock = 'money';
