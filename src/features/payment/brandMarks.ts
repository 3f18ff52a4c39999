// Import the files of single logos, because the package as a whole has thousands of logos.
import amex from 'simple-icons/icons/americanexpress.svg?raw';
import applePay from 'simple-icons/icons/applepay.svg?raw';
import discover from 'simple-icons/icons/discover.svg?raw';
import googlePay from 'simple-icons/icons/googlepay.svg?raw';
import mastercard from 'simple-icons/icons/mastercard.svg?raw';
import payPal from 'simple-icons/icons/paypal.svg?raw';
import visa from 'simple-icons/icons/visa.svg?raw';

const files: Readonly<Record<string, string>> = {
  amex,
  applePay,
  discover,
  googlePay,
  mastercard,
  payPal,
  visa,
};

/**
 * Returns the outline of the logo of a payment method, as the path of an SVG of 24 by 24 units. Returns undefined for a
 * method without a logo.
 *
 * @param name the kind of the method, or the brand of the card in lower case.
 */
export const outlineOfMark = (name: string): string | undefined =>
  / d="([^"]+)"/.exec(files[name] ?? '')?.[1];
