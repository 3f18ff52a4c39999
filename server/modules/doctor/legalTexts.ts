import type { Finding } from '../../../contract/operators/doctor.ts';
import en from '../../../locales/en/documents/legal.json' with { type: 'json' };
import es from '../../../locales/es/documents/legal.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/documents/legal.json' with { type: 'json' };
import { versionOfText } from '../auth/terms.ts';
import { ok, warning } from './finding.ts';

/**
 * The versions (see `versionOfText`) of all templates of legal texts that came with the product. When a template
 * changes, add its version, and keep the old versions.
 */
const templates: ReadonlySet<string> = new Set([
  '17e325c716fe',
  '139ddeeb673b',
  '9ce87610f5c2',
  '489fad14fa35',
  '0a46f8cb8f67',
  'a440107d5c21',
]);

interface LegalTexts {
  terms: unknown;
  privacy: unknown;
}

/** Warns while a text in force is a template, because riders accept the terms by logging in. */
export function checkLegalTexts(
  texts: Readonly<Record<string, LegalTexts>> = { en, es, 'zh-CN': zhCN },
): Finding {
  const isTemplate = (text: unknown) => templates.has(versionOfText(text));
  const found = Object.entries(texts).flatMap(([language, { terms, privacy }]) => [
    ...(isTemplate(terms) ? [`terms (${language})`] : []),
    ...(isTemplate(privacy) ? [`privacy policy (${language})`] : []),
  ]);
  if (found.length === 0) return ok('legal texts', 'No text is a template.');
  return warning(
    'legal texts',
    `These texts are the templates of the product: ${found.join(', ')}.`,
    'Riders accept terms that are not yours. Put your own texts into legal.json in each language.',
  );
}
