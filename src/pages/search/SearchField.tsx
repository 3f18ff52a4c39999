import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchIcon } from '../../../contract/rules/firstScreen/icons.ts';
import { clickThrottleMs } from '../../lib/constants.ts';
import { CrossIcon } from '../../ui/icons.tsx';
import { element } from '../../ui/link/element.ts';
import styles from './search.module.css';

export interface SearchFieldProps {
  /** The text of the current search. */
  value: string;
  /** True if the user opened the page to type. */
  isFocused: boolean;
  onFocus: () => void;
  onSearch: (q: string) => void;
  /** Called on Enter or the keyboard's search key. */
  onSubmit: (typed: string) => void;
}

/** A search field with debounce: it searches after a pause in typing. */
export function SearchField({ value, isFocused, onFocus, onSearch, onSubmit }: SearchFieldProps) {
  const { t } = useTranslation('search');
  /** The text that was typed since the last search. It is null if nothing was typed. */
  const [draft, setDraft] = useState<string | null>(null);
  const [isComposing, compose] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const typed = draft ?? value;
  const [before, note] = useState(value);
  if (before !== value) {
    note(value);
    // A new search from another part of the page replaces the typed text.
    if (value !== draft?.trim()) setDraft(null);
  }

  // Focus the field after the heading, because each navigation first moves the focus to the
  // heading.
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);

  const search = useEffectEvent(onSearch);
  useEffect(() => {
    // During IME composition, the text is incomplete, so do not search it.
    if (draft === null || isComposing) return;
    const timer = setTimeout(() => {
      search(draft.trim());
      if (draft === draft.trim()) setDraft(null);
    }, clickThrottleMs);
    return () => clearTimeout(timer);
  }, [draft, isComposing]);

  /** Searches at once. A search after the pause would undo the effect of the user's next tap. */
  const finish = () => {
    if (draft === null || isComposing) return;
    setDraft(null);
    onSearch(draft.trim());
  };

  return (
    <form
      role="search"
      className={styles['field']}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
        setDraft(null);
        field.current?.blur();
        onSubmit(typed);
      }}
    >
      {searchIcon(element)}
      <label className="visually-hidden" htmlFor="station-search">
        {t(($) => $.search)}
      </label>
      <input
        ref={field}
        id="station-search"
        name="q"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        placeholder={t(($) => $.placeholder)}
        value={typed}
        onFocus={onFocus}
        onBlur={finish}
        onChange={(event) => setDraft(event.target.value)}
        onCompositionStart={() => compose(true)}
        onCompositionEnd={() => compose(false)}
      />
      {typed === '' ? null : (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t(($) => $.clear)}
          onClick={() => {
            setDraft(null);
            onSearch('');
            field.current?.focus();
          }}
        >
          <CrossIcon />
        </button>
      )}
    </form>
  );
}
