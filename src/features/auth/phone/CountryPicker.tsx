import { Search } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/language/language.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useAnnounce } from '../../../ui/feedback/messages.ts';
import field from '../../../ui/field/Field.module.css';
import styles from '../auth.module.css';
import { listCountries, searchCountries } from './countries.ts';
import type { CountryChoice } from './countries.ts';

export interface CountryPickerProps {
  /** The country in ISO 3166. */
  current: string | null;
  onChoose: (choice: CountryChoice) => void;
  /** Goes back without choosing a country. */
  onLeave: () => void;
}

const announceAfterMs = 500;

/**
 * A search field above a list that is always open. The focus stays in the field, and the arrow keys
 * move through the list.
 */
export function CountryPicker({ current, onChoose, onLeave }: CountryPickerProps) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const announce = useAnnounce();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [query, search] = useState('');
  const [active, walkTo] = useState<number | null>(null);
  const choices = useMemo(() => listCountries(language, current), [language, current]);
  // The value is deferred, because rendering two hundred rows would delay each typed letter.
  const sought = useDeferredValue(query);
  const found = useMemo(() => searchCountries(choices, sought), [choices, sought]);
  const count = found.length;

  useEffect(() => {
    const timer = setTimeout(() => {
      if (query === '') return;
      announce(count === 0 ? t(($) => $.country.none) : t(($) => $.country.results, { count }));
    }, announceAfterMs);
    return () => clearTimeout(timer);
  }, [announce, t, query, count]);

  const clear = () => {
    search('');
    walkTo(null);
    input.current?.focus();
  };

  const walk = (to: number) => {
    if (count === 0) return;
    const index = (to + count) % count;
    walkTo(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };

  const steps: Record<string, () => void> = {
    ArrowDown: () => walk(active === null ? 0 : active + 1),
    ArrowUp: () => walk(active === null ? -1 : active - 1),
    PageDown: () => walk(Math.min(count - 1, (active ?? -1) + 8)),
    PageUp: () => walk(Math.max(0, (active ?? 0) - 8)),
    Home: () => walk(0),
    End: () => walk(-1),
    Escape: () => {
      if (query === '' && active === null) return onLeave();
      clear();
    },
    Enter: () => {
      // Enter uses the text as typed, even before the list shows the results for that text.
      const typed = sought === query ? found : searchCountries(choices, query);
      const choice = typed[active ?? 0];
      if (choice && (active !== null || query !== '')) onChoose(choice);
    },
  };

  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    // During IME composition, Enter and the arrow keys belong to the input method.
    if (!step || event.nativeEvent.isComposing) return;
    // If the field contains text and no row is active, Home and End move the cursor in the field.
    const inText = active === null && query !== '';
    if (inText && (event.key === 'Home' || event.key === 'End')) return;
    event.preventDefault();
    step();
  };

  return (
    <div>
      <div className={styles['search']}>
        <div className={field['field']}>
          <label htmlFor="country-search" className={field['label']}>
            {t(($) => $.country.search)}
          </label>
          <div className={`${field['box']} ${styles['searchBox']}`}>
            <Search aria-hidden="true" />
            <input
              ref={input}
              id="country-search"
              name="country-search"
              type="text"
              inputMode="search"
              enterKeyHint="done"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              role="combobox"
              aria-expanded={count > 0}
              aria-autocomplete="list"
              aria-controls={`${id}-list`}
              aria-activedescendant={active === null ? undefined : `${id}-${active}`}
              className={field['input']}
              value={query}
              onChange={(event) => {
                search(event.target.value);
                walkTo(null);
              }}
              onKeyDown={press}
            />
          </div>
        </div>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t(($) => $.country.list)}
        className={styles['list']}
        hidden={count === 0}
      >
        {found.map((choice, index) => (
          <Option
            key={choice.country}
            id={`${id}-${index}`}
            choice={choice}
            isCurrent={choice.country === current}
            isActive={index === active}
            onChoose={onChoose}
          />
        ))}
      </div>
      {count === 0 ? (
        <EmptyState
          symbol={<Search />}
          title={t(($) => $.country.none)}
          action={
            <Button variant="quiet" onClick={clear}>
              {t(($) => $.country.clear)}
            </Button>
          }
        />
      ) : null}
    </div>
  );
}

interface OptionProps {
  id: string;
  choice: CountryChoice;
  isCurrent: boolean;
  isActive: boolean;
  onChoose: (choice: CountryChoice) => void;
}

const Option = memo(function Option({ id, choice, isCurrent, isActive, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search field handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={`${styles['option']} ${isActive ? styles['active'] : ''}`}
      onClick={() => onChoose(choice)}
    >
      <span>{choice.name}</span>
      <span className={styles['dial']}>{`+${choice.callingCode}`}</span>
    </div>
  );
});
