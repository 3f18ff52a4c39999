import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './legal.module.css';
import type { LegalBlock, LegalDocument, LegalSection, LegalTexts } from './legalTexts.ts';

export interface LegalArticleProps {
  document: LegalDocument;
  /** The operator's name. If it is empty, the text uses `texts.operator`. */
  brand: string;
  supportPhone: string;
  /** Additional terms below the text, written by the operator. */
  more?: LegalSection | undefined;
}

/** Scrolls to a section. Does not change the address, because each change would add an entry to the history. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

function Block({ block, fill }: { block: LegalBlock; fill: (text: string) => string }) {
  if (typeof block === 'string') return <p>{fill(block)}</p>;
  return (
    <ul>
      {block.map((point) => (
        <li key={point}>{fill(point)}</li>
      ))}
    </ul>
  );
}

/** A legal text with its table of contents. */
export function LegalArticle({
  texts,
  document: which,
  brand,
  supportPhone,
  more,
}: LegalArticleProps & { texts: LegalTexts }) {
  const { t } = useTranslation('settings');
  const words: Record<string, string> = {
    brand: brand === '' ? texts.operator : brand,
    phone: supportPhone === '' ? texts.operator : supportPhone,
  };
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '');
  const sections = [...texts[which], ...(more ? [more] : [])].map((section, index) => ({
    ...section,
    id: `${which}-${index + 1}`,
  }));
  return (
    <>
      <nav className={styles['contents']} aria-labelledby="contents-heading">
        <h2 id="contents-heading">{t(($) => $.legal.contents)}</h2>
        <ol>
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles['article']}>
        {sections.map(({ id, heading, text }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1}>
              {heading}
            </h2>
            {text.map((block) => (
              <Block key={String(block)} block={block} fill={fill} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
