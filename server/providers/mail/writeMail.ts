import type { Language } from '../../../contract/config.ts';
import en from '../../../locales/en/server/mail.json' with { type: 'json' };
import es from '../../../locales/es/server/mail.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/server/mail.json' with { type: 'json' };
import type { Settings } from '../../settings/settings.ts';

const texts: Record<Language, typeof en> = { en, es, 'zh-CN': zhCN };

type MailKind =
  | 'code'
  | 'stepUp'
  | 'receipt'
  | 'receiptWithInvoice'
  | 'unpaid'
  /** The monthly statement of the owner of a venue. */
  | 'venueStatement'
  /** The following mails are about changes of the rider's account. */
  | 'phone'
  | 'email'
  | 'linked'
  | 'unlinked'
  | 'deleted';

/** A mail in the language of its recipient. It contains the values and the name of the operator. */
export function writeMail(
  { brand }: Pick<Settings, 'brand'>,
  language: Language,
  kind: MailKind,
  values: Record<string, string>,
): { subject: string; text: string } {
  const words = texts[language];
  const all: Record<string, string> = { ...values, brand: brand.name || words.unnamed };
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => all[name] ?? '');
  return { subject: fill(words[`${kind}Subject`]), text: `${fill(words[`${kind}Text`])}\n` };
}
