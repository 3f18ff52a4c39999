import { useTranslation } from 'react-i18next';
import { BackButton } from '../../ui/button/BackButton.tsx';
import { FilterChips } from '../../ui/field/FilterChips.tsx';
import { ToggleChip } from '../../ui/field/ToggleChip.tsx';
import { SearchField } from './SearchField.tsx';
import type { SearchFieldProps } from './SearchField.tsx';
import styles from './search.module.css';
import type { SearchAddress } from './useSearchAddress.ts';

export interface SearchBarProps extends Pick<
  SearchFieldProps,
  'isFocused' | 'onFocus' | 'onSubmit'
> {
  address: SearchAddress;
  onChange: (part: Partial<SearchAddress>) => void;
  onSearch: (q: string) => void;
}

/**
 * The controls of the search: the text, the choice between chargers and free slots, and the filter
 * for open stations.
 */
export function SearchBar({ address, onChange, onSearch, ...field }: SearchBarProps) {
  const { t } = useTranslation('search');
  return (
    <header className={styles['bar']}>
      <div className={styles['line']}>
        <BackButton />
        <SearchField {...field} value={address.q} onSearch={onSearch} />
      </div>
      <div className={styles['chips']}>
        <FilterChips
          legend={t(($) => $.purpose)}
          name="for"
          value={address.purpose}
          onChange={(value) => onChange({ purpose: value === 'return' ? 'return' : 'rent' })}
          options={[
            { value: 'rent', label: t(($) => $.rent) },
            { value: 'return', label: t(($) => $.return) },
          ]}
        />
        <ToggleChip
          label={t(($) => $.openNow)}
          name="open"
          checked={address.isOpenOnly}
          onChange={(isOpenOnly) => onChange({ isOpenOnly })}
        />
      </div>
    </header>
  );
}
