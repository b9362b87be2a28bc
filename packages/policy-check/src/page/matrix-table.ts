import { describeEnforcement } from '../commands/enforcement.ts';
import {
  cellSigns,
  cellWords,
  describeCell,
  type Grid,
  type GridLine,
  type GridSection,
  sectionTitle,
  summariseCells,
} from '../grid/grid.ts';
import { gridOfMatrix } from '../grid/grid-of-matrix.ts';
import type { PermissionMatrix } from '../matrix/permission-row.ts';
import { type Markup, markup } from './markup.ts';
import { shownName } from './shown-name.ts';

/** Browsers are slow to draw more cells than this. */
const maxCells = 20_000;
const maxColumns = 40;

/** Renders the permissions of every mode as a table with a row for each tool and a column for each mode. */
export function matrixTable(matrix: PermissionMatrix): Markup {
  const columns = Math.max(1, Math.min(maxColumns, matrix.modes.length));
  const grid = gridOfMatrix(matrix, { maxColumns, maxLines: Math.floor(maxCells / columns) });
  return markup`<p class="mgr-legend">${(['allowed', 'limited', 'asks', 'unknown', 'denied'] as const).map(
    (state) => markup`<span data-state="${state}">${cellSigns[state]} ${cellWords[state]}</span> `,
  )}</p>
<div class="mgr-scroll mgr-tall" role="group" aria-label="The matrix" tabindex="0"><table class="mgr-matrix"><thead><tr><td></td>${grid.columns.map(({ title }) => markup`<th scope="col">${shownName(title)}</th>`)}</tr></thead>
${grid.sections.map((section) => tableSection(section, grid))}</table></div>
${leftOut(grid)}
${matrix.commandEnforcement && markup`<p class="mgr-muted">${describeEnforcement(matrix.commandEnforcement)}</p>`}`;
}

function tableSection(section: GridSection, { columns }: Grid): Markup {
  return markup`<tbody><tr class="mgr-section"><th scope="rowgroup">${shownName(sectionTitle(section))}</th>${columns.map(
    (_, index) => {
      const { state, words } = summariseCells(section.lines.flatMap(({ cells }) => cells[index] ?? []));
      return markup`<td data-state="${state}">${words}</td>`;
    },
  )}</tr>
${section.lines.map(tableRow)}</tbody>
`;
}

/** Renders a row. Each cell shows a sign, with a text alternative for people who cannot see it. */
function tableRow({ label, cells }: GridLine): Markup {
  return markup`<tr><th scope="row">${shownName(label)}</th>${cells.map(
    (cell) =>
      markup`<td data-state="${cell.state}"><span role="img" aria-label="${describeCell(cell)}" title="${describeCell(cell)}">${cellSigns[cell.state]}</span></td>`,
  )}</tr>
`;
}

function leftOut({ left: { columns, lines } }: Grid): Markup | undefined {
  const parts = [...(columns > 0 ? [`${columns} more modes`] : []), ...(lines > 0 ? [`${lines} more tools`] : [])];
  if (parts.length === 0) return undefined;
  return markup`<p class="mgr-muted">${parts.join(' and ')} are not shown. <code>modegate matrix --format csv</code> shows them all.</p>`;
}
