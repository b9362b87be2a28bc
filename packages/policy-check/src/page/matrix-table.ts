import type { PermissionMatrix, PermissionRow, PermissionState } from '../matrix/permission-row.ts';
import { formatSubject, subjectKey } from '../matrix/subjects.ts';
import { type Markup, markup } from './markup.ts';
import { stateWords } from './mode-words.ts';
import { shownName } from './shown-name.ts';

/** A browser draws more than this slowly. */
const maxCells = 20_000;
const maxColumns = 40;

/** What every mode may do as a table: a row for each tool, a column for each mode. */
export function matrixTable({ modes, rows }: PermissionMatrix): Markup {
  const columns = modes.slice(0, maxColumns);
  const lines = bySubject(rows);
  const shown = lines.slice(0, Math.floor(maxCells / Math.max(1, columns.length)));
  return markup`<p class="mgr-legend">${(['allowed', 'limited', 'unknown', 'denied'] as const).map(
    (state) => markup`<span>${signOf(state)} ${stateWords[state]}</span> `,
  )}</p>
<div class="mgr-scroll mgr-tall" role="group" aria-label="The matrix" tabindex="0"><table class="mgr-matrix"><thead><tr><td></td>${columns.map((mode) => markup`<th scope="col">${shownName(mode)}</th>`)}</tr></thead>
<tbody>${shown.map((line) => tableRow(line, columns))}</tbody></table></div>
${leftOut(modes.length - columns.length, lines.length - shown.length)}`;
}

type Line = readonly [PermissionRow, ...PermissionRow[]];

function bySubject(rows: readonly PermissionRow[]): readonly Line[] {
  const lines = new Map<string, [PermissionRow, ...PermissionRow[]]>();
  for (const row of rows) {
    const key = subjectKey(row.subject);
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [row]);
    else line.push(row);
  }
  return [...lines.values()];
}

function tableRow(line: Line, columns: readonly string[]): Markup {
  const states = new Map(line.map(({ mode, state }) => [mode, state]));
  return markup`<tr><th scope="row">${shownName(formatSubject(line[0].subject))}</th>${columns.map((mode) => {
    const state = states.get(mode) ?? 'denied';
    return markup`<td data-state="${state}">${signOf(state)}</td>`;
  })}</tr>
`;
}

/** The sign that `modegate matrix` prints, with its word for those who do not see it. */
export function signOf(state: PermissionState): Markup {
  return markup`<span role="img" aria-label="${stateWords[state]}">${signs[state]}</span>`;
}

const signs: Readonly<Record<PermissionState, string>> = { allowed: '✓', limited: '~', unknown: '?', denied: '·' };

function leftOut(modes: number, subjects: number): Markup | undefined {
  const parts = [...(modes > 0 ? [`${modes} more modes`] : []), ...(subjects > 0 ? [`${subjects} more tools`] : [])];
  if (parts.length === 0) return undefined;
  return markup`<p class="mgr-muted">${parts.join(' and ')} are left out. <code>modegate matrix --format csv</code> has them all.</p>`;
}
