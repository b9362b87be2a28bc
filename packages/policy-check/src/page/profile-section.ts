import { type CellState, cellSigns } from '../grid/grid.ts';
import { type Markup, markup } from './markup.ts';
import { shownName, shownNote, shownSentence } from './shown-name.ts';

/** Permissions of the profiles of other agents, ready to be drawn. */
export interface ProfileReport {
  /** Titles of the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly ProfileReportRow[];
  /** Notes as sentences, in which backticks mark code. */
  readonly notes: readonly string[];
}

/** Permissions of each column for tools of one kind. */
export interface ProfileReportRow {
  readonly title: string;
  /** Cells in the order of the columns. */
  readonly cells: readonly ProfileReportCell[];
}

/** Permissions of a column. */
export interface ProfileReportCell {
  readonly state: CellState;
  /** The outcome for most calls, followed by the exceptions. */
  readonly words: readonly string[];
}

/** Browsers are slow to draw more columns than this. */
const maxColumns = 40;

/** Renders profiles as a table with everything in words: a row for each kind of tool and a column for each profile. */
export function profileSection({ columns, rows, notes }: ProfileReport): Markup {
  const left = columns.length - maxColumns;
  const heads = columns.slice(0, maxColumns).map((title) => markup`<th scope="col">${shownName(title)}</th>`);
  return markup`<div class="mgr-scroll mgr-tall" role="group" aria-label="Agents and their profiles" tabindex="0"><table class="mgr-profiles"><thead><tr><td></td>${heads}</tr></thead>
<tbody>${rows.map(profileRow)}</tbody></table></div>
${left > 0 && markup`<p class="mgr-muted">${left} more columns are not shown. To select columns, use <code>--profile</code>.</p>`}
${notes.map((note) => markup`<p class="mgr-muted">${shownNote(note)}</p>`)}`;
}

function profileRow({ title, cells }: ProfileReportRow): Markup {
  return markup`<tr><th scope="row">${shownName(title)}</th>${cells.slice(0, maxColumns).map(profileCell)}</tr>
`;
}

function profileCell({ state, words: [usual = '', ...exceptions] }: ProfileReportCell): Markup {
  const list = markup`<ul>${exceptions.map((words) => markup`<li>${shownSentence(words)}</li>`)}</ul>`;
  return markup`<td data-state="${state}"><span aria-hidden="true">${cellSigns[state]}</span> ${shownSentence(usual)}${exceptions.length > 0 && list}</td>`;
}
