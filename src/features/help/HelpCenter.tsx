import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { Disclosure } from '../../ui/dialog/Disclosure.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { CrossIcon } from '../../ui/icons.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { TextField } from '../../ui/field/TextField.tsx';
import { useFigures, type Figures } from './helpFigures.ts';
import styles from './help.module.css';
import { HelpAnswerText } from './HelpAnswerText.tsx';
import type { HelpAnswer, HelpTopic } from './helpTexts.ts';
import { indexHelp, searchHelp } from './searchHelp.ts';

/** Milliseconds from the last typed letter to the announcement of the number of results. */
const announceDelayMs = 500;
const longestQuery = 100;

export interface HelpCenterProps {
  /**
   * The id of the answer or topic that the address names; null if there is none. This answer or
   * topic is expanded and gets the focus.
   */
  target: string | null;
}

/** The topics with their answers, and a search that works without a network. */
export function HelpCenter({ topics, target }: HelpCenterProps & { topics: readonly HelpTopic[] }) {
  const { t } = useTranslation('help');
  const { t: words } = useTranslation('search');
  const { data: config } = useGetConfigQuery();
  const figures = useFigures(config);
  const [query, type] = useState('');
  const sought = useDeferredValue(query).trim();
  const field = useRef<HTMLInputElement>(null);

  const clear = () => {
    type('');
    field.current?.focus();
  };

  return (
    <>
      <form
        role="search"
        className={styles['search']}
        onSubmit={(event) => {
          event.preventDefault();
          // Hide the on-screen keyboard, because it covers the results.
          field.current?.blur();
        }}
      >
        <TextField
          ref={field}
          label={t(($) => $.search)}
          name="helpSearch"
          type="search"
          value={query}
          onChange={type}
          hint={t(($) => $.searchHint)}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={longestQuery}
          suffix={
            query === '' ? undefined : (
              <IconButton label={words(($) => $.clear)} icon={<CrossIcon />} onClick={clear} />
            )
          }
        />
      </form>
      {sought === '' ? (
        <Topics key={target} topics={topics} target={target} figures={figures} />
      ) : (
        <Results topics={topics} query={sought} figures={figures} />
      )}
    </>
  );
}

interface TopicsProps {
  topics: readonly HelpTopic[];
  target: string | null;
  figures: Figures;
}

function Topics({ topics, target, figures }: TopicsProps) {
  const wanted = useRef<HTMLElement>(null);

  useEffect(() => {
    // Focus the answer after the heading, because a new page focuses its heading first.
    const frame = requestAnimationFrame(() => {
      wanted.current?.focus({ preventScroll: true });
      wanted.current?.scrollIntoView({ block: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <div>
      {topics.map(({ id, title, answers }) => {
        const holdsTarget = id === target || answers.some((answer) => answer.id === target);
        return (
          <Disclosure
            key={id}
            open={holdsTarget}
            summaryRef={id === target ? wanted : undefined}
            summary={<h2 className={styles['topic']}>{title}</h2>}
          >
            <div className={styles['answers']}>
              {answers.map((answer) => (
                <Disclosure
                  key={answer.id}
                  open={answer.id === target}
                  summaryRef={answer.id === target ? wanted : undefined}
                  summary={<h3 className={styles['question']}>{answer.question}</h3>}
                >
                  <HelpAnswerText answer={answer} figures={figures} />
                </Disclosure>
              ))}
            </div>
          </Disclosure>
        );
      })}
    </div>
  );
}

interface ResultsProps {
  topics: readonly HelpTopic[];
  query: string;
  figures: Figures;
}

function Results({ topics, query, figures }: ResultsProps) {
  const { t } = useTranslation('help');
  const announce = useAnnounce();
  const index = useMemo(() => indexHelp(topics), [topics]);
  const found: readonly HelpAnswer[] = useMemo(() => searchHelp(index, query), [index, query]);
  const countText =
    found.length === 0 ? t(($) => $.none, { query }) : t(($) => $.found, { count: found.length });

  useEffect(() => {
    const timer = setTimeout(() => announce(countText), announceDelayMs);
    return () => clearTimeout(timer);
  }, [announce, countText]);

  if (found.length === 0) {
    return (
      <EmptyState symbol={<Search />} title={countText} action={<p>{t(($) => $.noneText)}</p>} />
    );
  }
  return (
    <section>
      <h2 className={styles['found']}>{countText}</h2>
      {found.map((answer) => (
        <Disclosure
          key={answer.id}
          summary={<h3 className={styles['question']}>{answer.question}</h3>}
        >
          <HelpAnswerText answer={answer} figures={figures} />
        </Disclosure>
      ))}
    </section>
  );
}
