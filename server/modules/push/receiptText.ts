import type { Language } from '../../../contract/config.ts';
import en from '../../../locales/en/server/sms.json' with { type: 'json' };
import es from '../../../locales/es/server/sms.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/server/sms.json' with { type: 'json' };
import { fill } from '../../text/textFormats.ts';

const texts: Record<Language, typeof en> = { en, es, 'zh-CN': zhCN };

export interface ReceiptWords {
  brand: string;
  at: string;
  amount: string;
  number: string;
}

/**
 * The receipt of a return as a text message. Returns the most detailed version that fits into a single message, because
 * the provider charges for each message. If no version fits, returns the shortest version.
 *
 * @param publicUrl the app's public address, without a trailing slash.
 * @param path the path of the order, or of the list of orders.
 */
export function receiptText(
  publicUrl: string,
  language: Language,
  { brand, ...values }: ReceiptWords,
  path: string,
): string {
  const { receipt, receiptShort, unnamed } = texts[language];
  const list = `${publicUrl}/history`;
  const named = brand || unnamed;
  const forms = [
    fill(receipt, { ...values, brand: named, link: publicUrl + path }),
    fill(receipt, { ...values, brand: named, link: list }),
    fill(receiptShort, { ...values, link: publicUrl + path }),
    fill(receiptShort, { ...values, link: list }),
    // The address has no `https://`, because phones recognise a link without this prefix, too.
    fill(receiptShort, { ...values, link: list.replace(/^https?:\/\//, '') }),
  ];
  return forms.find(isOneText) ?? forms.at(-1) ?? '';
}

/**
 * The default alphabet of text messages (3GPP TS 23.038), without the escape character. Each character of its extension
 * table counts as two characters.
 */
const plainLetters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extendedLetters = '^{}\\[~]|€';

/**
 * Whether a text fits into a single message: 160 characters of the default alphabet, or 70 UTF-16 code units of any
 * text.
 */
export function isOneText(text: string): boolean {
  const letters = Array.from(text);
  if (
    letters.every((letter) => plainLetters.includes(letter) || extendedLetters.includes(letter))
  ) {
    const extended = letters.filter((letter) => extendedLetters.includes(letter)).length;
    return letters.length + extended <= 160;
  }
  return text.length <= 70;
}
