import {
  type CellState,
  cellStates,
  describeCell,
  type Grid,
  type GridLine,
  type GridSection,
  sectionTitle,
  summariseCells,
} from '@modegate/policy-check/permissions';
import { type KeyboardEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import { useStrings } from '../words/words.ts';
import { type GridPosition, nextPosition } from './grid-keys.ts';
import { ShownName, showName, showProse } from './shown-text.tsx';
import { Legend, StateMark } from './state-mark.tsx';

/** A grid, and the callback for a choice in it. */
export interface GridViewProps {
  readonly grid: Grid;
  /** Id of the column to mark, which the buttons in the lines refer to. */
  readonly chosen: string | undefined;
  /** True to show all lines initially. Default: the sections are collapsed. */
  readonly startsOpen?: boolean | undefined;
  readonly onAsk: (column: string, target: string) => void;
}

/**
 * Permissions side by side: one column per mode, with lines in sections that can be expanded and collapsed. One cell is
 * in the tab order; arrow keys move to the others.
 */
export function GridView({ grid, chosen, startsOpen = false, onAsk }: GridViewProps): ReactElement {
  const strings = useStrings();
  const [text, setText] = useState('');
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const sections = useMemo(() => filterSections(grid.sections, text), [grid, text]);
  const isOpen = (section: GridSection) => text !== '' || toggled.has(keyOf(section)) !== startsOpen;
  const toggle = (section: GridSection) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(keyOf(section))) next.add(keyOf(section));
      return next;
    });
  return (
    <div className="mgv-matrix">
      <div className="mgv-matrix-head">
        <label className="mge-field">
          {strings.findTool}
          <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <Legend states={statesOf(grid)} />
      </div>
      <GridTable {...{ grid, sections, chosen, isOpen, toggle, onAsk }} />
      {sections.length === 0 && <p className="mge-empty">{strings.nothingNamed}</p>}
      {grid.left.columns > 0 && <p className="mge-muted">{strings.notShown(grid.left.columns, 'mode')}</p>}
      {grid.left.lines > 0 && <p className="mge-muted">{strings.notShown(grid.left.lines, 'tool')}</p>}
    </div>
  );
}

function keyOf({ kind, id }: GridSection): string {
  return `${kind} ${id}`;
}

function filterSections(sections: readonly GridSection[], text: string): readonly GridSection[] {
  const wanted = text.trim().toLowerCase();
  return sections.flatMap((section) => {
    const lines = section.lines.filter(({ label }) => `${section.id}/${label}`.toLowerCase().includes(wanted));
    return lines.length === 0 ? [] : [{ ...section, lines }];
  });
}

/** Returns the usual states, plus any others that occur in a cell. */
function statesOf({ sections }: Grid): readonly CellState[] {
  const found = new Set(sections.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells.map(({ state }) => state))));
  return cellStates.filter((state) => found.has(state) || state === 'allowed' || state === 'denied');
}

interface GridTableProps extends Pick<GridViewProps, 'grid' | 'chosen' | 'onAsk'> {
  readonly sections: readonly GridSection[];
  readonly isOpen: (section: GridSection) => boolean;
  readonly toggle: (section: GridSection) => void;
}

function GridTable({ grid, sections, chosen, isOpen, toggle, onAsk }: GridTableProps): ReactElement {
  const strings = useStrings();
  const { columns } = grid;
  const cells = useCells({
    line: sections.reduce((sum, section) => sum + (isOpen(section) ? shownLines(section).length : 0), 0) - 1,
    column: columns.length - 1,
  });
  let first = 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be reachable by keyboard.
    <section className="mgv-scroll" aria-label={strings.matrix} tabIndex={0}>
      <table
        ref={cells.table}
        className="mgv-table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys reach its cells, as in a grid.
        role="grid"
        aria-label={strings.matrix}
        onKeyDown={cells.onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col">{strings.tool}</th>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col" title={showName(title)} data-chosen={id === chosen ? '' : undefined}>
                <ShownName name={title} />
              </th>
            ))}
          </tr>
        </thead>
        {sections.map((section) => {
          const start = first;
          if (isOpen(section)) first += shownLines(section).length;
          return (
            <Section
              key={keyOf(section)}
              {...{ grid, section, chosen, start, cells, onAsk }}
              isOpen={isOpen(section)}
              onToggle={() => toggle(section)}
            />
          );
        })}
      </table>
    </section>
  );
}

/** Browsers are slow to render more lines than this. */
const maxLines = 500;

function shownLines({ lines }: GridSection): readonly GridLine[] {
  return lines.slice(0, maxLines);
}

type Cells = ReturnType<typeof useCells>;

function useCells(last: GridPosition) {
  const table = useRef<HTMLTableElement>(null);
  const [position, setPosition] = useState<GridPosition>({ line: 0, column: 0 });
  // The cell in the tab order.
  const active = { line: Math.min(position.line, last.line), column: Math.min(position.column, last.column) };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as Element).matches('td')) return;
    const next = nextPosition(event, active, last);
    if (next === undefined) return;
    event.preventDefault();
    setPosition(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.line} ${next.column}"]`)?.focus();
  };
  return { table, active, onFocus: setPosition, onKeyDown };
}

interface SectionProps extends Pick<GridViewProps, 'grid' | 'chosen' | 'onAsk'> {
  readonly section: GridSection;
  /** Number of the first line in the grid. */
  readonly start: number;
  readonly cells: Cells;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Section({ grid, section, chosen, start, cells, isOpen, onToggle, onAsk }: SectionProps): ReactElement {
  const strings = useStrings();
  const { columns } = grid;
  const lines = shownLines(section);
  return (
    <tbody>
      <tr className="mgv-section">
        <th scope="rowgroup">
          <button type="button" className="mgv-toggle" aria-expanded={isOpen} onClick={onToggle}>
            <span className="mgv-chevron" aria-hidden="true" />
            <ShownName name={sectionTitle(section)} />
            <span className="mge-muted">{strings.kinds[section.kind]}</span>
          </button>
        </th>
        {columns.map(({ id }, index) => {
          const { state, words } = summariseCells(section.lines.flatMap(({ cells: all }) => all[index] ?? []));
          return (
            <td key={id} data-chosen={id === chosen ? '' : undefined}>
              <span className="mgv-sum" data-state={state}>
                {words}
              </span>
            </td>
          );
        })}
      </tr>
      {isOpen &&
        lines.map((line, index) => (
          <Line key={`${line.target} ${line.label}`} {...{ line, columns, chosen, cells, onAsk }} at={start + index} />
        ))}
      {isOpen && section.lines.length > lines.length && (
        <tr>
          <th scope="row" className="mge-muted">
            {strings.moreRows(section.lines.length - lines.length)}
          </th>
          <td colSpan={columns.length} />
        </tr>
      )}
    </tbody>
  );
}

interface LineProps extends Pick<GridViewProps, 'chosen' | 'onAsk'> {
  readonly line: GridLine;
  readonly columns: Grid['columns'];
  readonly at: number;
  readonly cells: Cells;
}

function Line({ line, columns, chosen, at, cells, onAsk }: LineProps): ReactElement {
  const strings = useStrings();
  const { label, target } = line;
  const own = chosen ?? columns[0]?.id;
  return (
    <tr>
      <th scope="row">
        {target === undefined || own === undefined ? (
          <span className="mge-muted">{label}</span>
        ) : (
          <button
            type="button"
            className="mgv-link mge-mono"
            tabIndex={-1}
            title={strings.tryIt}
            onClick={() => onAsk(own, target)}
          >
            <ShownName name={label} />
          </button>
        )}
      </th>
      {line.cells.map((cell, index) => {
        const { id = '', title = '' } = columns[index] ?? {};
        const words = showProse(describeCell(cell));
        const ask = () => target !== undefined && onAsk(id, target);
        return (
          <td
            key={id}
            className="mgv-cell"
            data-state={cell.state}
            data-chosen={id === chosen ? '' : undefined}
            data-cell={`${at} ${index}`}
            tabIndex={at === cells.active.line && index === cells.active.column ? 0 : -1}
            aria-label={`${showName(title)}, ${showName(label)}: ${words}`}
            title={`${words}\n${showProse(cell.reason)}`}
            onFocus={() => cells.onFocus({ line: at, column: index })}
            onClick={ask}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              ask();
            }}
          >
            <StateMark state={cell.state} />
          </td>
        );
      })}
    </tr>
  );
}
