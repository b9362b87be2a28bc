import { type ReactElement, type Ref, useImperativeHandle, useRef } from 'react';
import { type RowFilter, type RowQuery, rowFilters } from '../model/filter-rows.ts';
import { useStrings } from '../words/words.ts';
import { Choice } from './parts/choice.tsx';
import { Icon } from './parts/icon.tsx';

interface FilterBarProps {
  readonly query: RowQuery;
  readonly counts: Readonly<Record<RowFilter, number>>;
  readonly searchRef: Ref<{ readonly focus: () => void }>;
  readonly onChange: (query: RowQuery) => void;
}

/** Search and filters above the tree. */
export function FilterBar({ query, counts, searchRef, onChange }: FilterBarProps): ReactElement {
  const strings = useStrings();
  const filters = rowFilters.map((value) => ({
    value,
    label: (
      <>
        {strings.filters[value]} <span className="mge-count">{counts[value].toLocaleString('en')}</span>
      </>
    ),
  }));
  return (
    <div className="mge-filters">
      <Search text={query.search} ref={searchRef} onChange={(search) => onChange({ ...query, search })} />
      <Choice
        label={strings.filterLabel}
        value={query.filter}
        options={filters}
        onChange={(filter) => onChange({ ...query, filter })}
      />
    </div>
  );
}

interface SearchProps {
  readonly text: string;
  readonly ref: FilterBarProps['searchRef'];
  readonly onChange: (text: string) => void;
}

function Search({ text, ref, onChange }: SearchProps): ReactElement {
  const strings = useStrings();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), []);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="mge-search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={strings.search}
        placeholder={strings.search}
        title={strings.searchHint}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {text === '' ? (
        <span className="mge-key" aria-hidden="true">
          /
        </span>
      ) : (
        <button type="button" className="mge-icon-button" aria-label={strings.clearSearch} onClick={clear}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
