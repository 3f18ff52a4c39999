/** The Web Lock that is shared by every tab in which money or a charger is on its way. */
export const moneyLock = 'money';
