import { ShownName, showName } from '@modegate/restrictions-editor/names';
import { Fragment, type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import type { MatrixCell, MatrixLine, Report } from '../answers/questions.ts';
import { Prose, shownProse } from './prose.tsx';

const signs: Readonly<Record<MatrixCell['state'], string>> = { allowed: '✓', limited: '~', unknown: '?', denied: '–' };

const legend: readonly (readonly [MatrixCell['state'], string])[] = [
  ['allowed', 'allowed'],
  ['limited', 'under conditions'],
  ['unknown', 'by names that are not known'],
  ['denied', 'denied'],
];

/** What every mode may do, and the ways around its limits. */
export function MatrixTab({
  report,
  filter,
  onFilter,
  onWhy,
}: {
  readonly report: Report;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly onWhy: (mode: string, target: string) => void;
}): ReactElement {
  const { matrix, escapes } = report;
  const hidden = matrix.modesTotal - matrix.modes.length;
  return (
    <>
      <div className="pg-matrix-bar">
        <label className="mge-field">
          <span>Modes</span>
          <input value={filter} placeholder="Filter by name" onChange={(event) => onFilter(event.target.value)} />
        </label>
        <p className="pg-legend">
          {legend.map(([state, words]) => (
            <span key={state}>
              <span className="pg-cell-sign" data-state={state} aria-hidden="true">
                {signs[state]}
              </span>{' '}
              {words}
            </span>
          ))}
        </p>
      </div>
      {matrix.modes.length === 0 ? (
        <p className="mge-empty">No mode has this name.</p>
      ) : (
        <Grid modes={matrix.modes} lines={matrix.lines} onWhy={onWhy} />
      )}
      {hidden > 0 && <p className="mge-muted">{hidden} more modes are not shown. Filter by name.</p>}
      {matrix.linesTotal > matrix.lines.length && (
        <p className="mge-muted">{matrix.linesTotal - matrix.lines.length} more tools are not shown.</p>
      )}
      {escapes.length > 0 && <Escapes escapes={escapes} />}
    </>
  );
}

function Escapes({ escapes }: { readonly escapes: Report['escapes'] }): ReactElement {
  return (
    <section aria-labelledby="escapes-title" className="pg-escapes">
      <h3 id="escapes-title" className="pg-summary">
        Ways around the limits
      </h3>
      {escapes.map(({ mode, isBuiltin, ways, total }) => (
        <details key={mode} open={!isBuiltin} className="mge-changes" data-kind="escape">
          <summary>
            <ShownName name={mode} /> <span className="mge-count">{total}</span>
            {isBuiltin && <span className="mge-badge">built in</span>}
          </summary>
          <ul>
            {ways.map(({ message, certainty }) => (
              <li key={message}>
                <Prose text={message} /> {certainty !== 'certain' && <span className="mge-badge">{certainty}</span>}
              </li>
            ))}
          </ul>
          {ways.length < total && <p className="mge-muted">{total - ways.length} more are not shown.</p>}
        </details>
      ))}
    </section>
  );
}

/** One cell is in the order of Tab, and the arrow keys go on from it. */
function Grid({
  modes,
  lines,
  onWhy,
}: {
  readonly modes: readonly string[];
  readonly lines: readonly MatrixLine[];
  readonly onWhy: (mode: string, target: string) => void;
}): ReactElement {
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const row = Math.min(active.row, lines.length - 1);
  const column = Math.min(active.column, modes.length - 1);
  const move = (event: KeyboardEvent) => {
    const next = nextCell(event, { row, column }, { rows: lines.length, columns: modes.length });
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus();
  };
  const ask = (mode: string, line: MatrixLine) => {
    if (line.target !== undefined) onWhy(mode, line.target);
  };
  return (
    <div className="pg-matrix">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are reached by the arrow keys, as in a grid. */}
      <table ref={table} role="grid" aria-label="What each mode may do" onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col">
              <span className="mge-hidden">Tool</span>
            </th>
            {modes.map((mode) => (
              <th key={mode} scope="col" title={showName(mode)}>
                <ShownName name={mode} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, lineIndex) => (
            <Fragment key={`${line.section} ${line.label}`}>
              {line.section !== lines[lineIndex - 1]?.section && (
                <tr className="pg-section">
                  <th scope="rowgroup" colSpan={modes.length + 1}>
                    <ShownName name={line.section} />
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row">
                  <ShownName name={line.label} />
                </th>
                {line.cells.map((cell, index) => {
                  const mode = modes[index] ?? '';
                  return (
                    <td
                      key={mode}
                      className="pg-cell"
                      data-state={cell.state}
                      data-cell={`${lineIndex} ${index}`}
                      tabIndex={lineIndex === row && index === column ? 0 : -1}
                      aria-label={`${showName(mode)}, ${showName(line.label)}: ${shownProse(cell.words)}`}
                      title={shownProse(cell.words)}
                      onFocus={() => setActive({ row: lineIndex, column: index })}
                      onClick={() => ask(mode, line)}
                      onKeyDown={(event) => {
                        if (event.key !== 'Enter' && event.key !== ' ') return;
                        event.preventDefault();
                        ask(mode, line);
                      }}
                    >
                      <span className="pg-cell-sign" data-state={cell.state} aria-hidden="true">
                        {signs[cell.state]}
                      </span>
                    </td>
                  );
                })}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

function nextCell(
  { key, ctrlKey }: KeyboardEvent,
  { row, column }: Cell,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Cell | undefined {
  const lastRow = rows - 1;
  const lastColumn = columns - 1;
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: Math.min(lastRow, row + 1), column };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(lastColumn, column + 1) };
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrlKey ? lastRow : row, column: lastColumn };
    default:
      return undefined;
  }
}
