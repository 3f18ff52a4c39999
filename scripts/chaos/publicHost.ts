/** Where riders would reach the product, if a proxy stood in front of it. */
export const publicHost = 'chaos.example';
