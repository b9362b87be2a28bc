import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useRef } from 'react';
import { decisionState } from '../../model/decision-state.ts';
import { type Act, acts, type McpRestrictionsValue, type RowSubject, type ServerRow } from '../../model/index.ts';
import { ownAct } from '../../model/restriction-entries.ts';
import { ShownName, showName } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';
import { Choice } from '../parts/choice.tsx';
import { OriginBadge } from '../parts/origin-badge.tsx';

/** Props of {@link McpServerSelector}, which has no state of its own. */
export interface McpServerSelectorProps {
  readonly rows: readonly ServerRow[];
  /** The restrictions, used to show which servers have entries of their own. */
  readonly value: McpRestrictionsValue;
  readonly onAct: (act: Act, subject: RowSubject) => void;
  readonly readOnly?: boolean | undefined;
}

const itemHeight = 56;

/** The servers, each with a choice: allow, deny, or follow the other rules. */
export function McpServerSelector({ rows, value, onAct, readOnly = false }: McpServerSelectorProps): ReactElement {
  const strings = useStrings();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    overscan: 6,
  });
  const options = acts.map((act) => ({ value: act, label: strings.acts[act] }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section ref={scroller} className="mge-servers" tabIndex={0} aria-label={strings.serversLabel}>
      <ul className="mge-tree-sizer" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const name = showName(row.server);
          return (
            <li
              key={row.server}
              className="mge-server"
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className="mge-server-name">
                <ShownName name={row.server} />
                <span className="mge-muted">
                  {strings.states[decisionState(row.decision) === 'denied' ? 'denied' : row.state]} ·{' '}
                  {strings.availability[row.availability]}
                </span>
              </span>
              <OriginBadge origin={row.origin} />
              <Choice
                label={strings.actLabel(name)}
                value={ownAct(value, { server: row.server })}
                options={options}
                disabled={readOnly}
                onChange={(act) => onAct(act, { server: row.server })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
