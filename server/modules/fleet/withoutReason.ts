/** What an operator asks for, without the reason. It works for each type of a union. */
export type WithoutReason<T> = T extends unknown ? Omit<T, 'why'> : never;
