import { useMemo, useState } from 'react';
import type { RowQuery } from '../model/filter-rows.ts';
import { filterRows, type listRows, type RowSubject, visibleSubjects } from '../model/index.ts';

/** The search, the selected row and the expanded servers. */
export type TreeView = ReturnType<typeof useTreeView>;

/** Manages the search, the selected row and the expanded servers. */
export function useTreeView(rows: ReturnType<typeof listRows>) {
  const [query, setQuery] = useState<RowQuery>({ filter: 'all', search: '' });
  const [active, setActive] = useState<RowSubject>();
  const [chosen, setExpanded] = useState<ReadonlySet<string>>();
  const visible = useMemo(() => filterRows(rows, query), [rows, query]);
  const subjects = useMemo(() => visibleSubjects(visible), [visible]);
  const isNarrowed = query.search.trim() !== '' || query.filter !== 'all';
  // Search matches are always shown; without a search, servers are expanded only if there are few of them.
  const expanded = useMemo(
    () =>
      isNarrowed || (chosen === undefined && rows.length <= 3)
        ? new Set(visible.map(({ server }) => server))
        : (chosen ?? new Set<string>()),
    [isNarrowed, chosen, visible, rows.length],
  );
  const first = visible[0] === undefined ? undefined : { server: visible[0].server };
  return { query, setQuery, visible, subjects, active: active ?? first, setActive, expanded, setExpanded };
}
