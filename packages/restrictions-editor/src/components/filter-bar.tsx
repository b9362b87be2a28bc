import { type ReactElement, type Ref, useImperativeHandle, useRef } from 'react';
import { type RowFilter, type RowQuery, rowFilters } from '../model/index.ts';
import { useStrings } from '../words/words.ts';
import { Choice } from './parts/choice.tsx';
import { Icon } from './parts/icon.tsx';

/** Search and filters above the tree. */
export function FilterBar({
  query,
  counts,
  searchRef,
  onChange,
}: {
  readonly query: RowQuery;
  readonly counts: Readonly<Record<RowFilter, number>>;
  readonly searchRef: Ref<{ readonly focus: () => void }>;
  readonly onChange: (query: RowQuery) => void;
}): ReactElement {
  const strings = useStrings();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(searchRef, () => ({ focus: () => input.current?.focus() }), []);
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
      <div className="mge-search">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label={strings.search}
          placeholder={strings.search}
          title={strings.searchHint}
          spellCheck={false}
          value={query.search}
          onChange={(event) => onChange({ ...query, search: event.target.value })}
        />
        {query.search === '' ? (
          <span className="mge-key" aria-hidden="true">
            /
          </span>
        ) : (
          <button
            type="button"
            className="mge-icon-button"
            aria-label={strings.clearSearch}
            onClick={() => {
              onChange({ ...query, search: '' });
              input.current?.focus();
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <Choice
        label={strings.filterLabel}
        value={query.filter}
        options={filters}
        onChange={(filter) => onChange({ ...query, filter })}
      />
    </div>
  );
}
