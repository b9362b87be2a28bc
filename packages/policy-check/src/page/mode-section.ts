import { describeRow } from '../diff/describe-diff.ts';
import { cellWords, groupWords } from '../grid/grid.ts';
import { plainName } from '../grid/plain-name.ts';
import type { PermissionRow } from '../matrix/permission-row.ts';
import { formatSubject } from '../matrix/subjects.ts';
import { drawMode } from './draw-mode.ts';
import { type Markup, markup } from './markup.ts';
import { type GroupPicture, type ModePicture, reasonOf } from './mode-picture.ts';
import { shownName, shownSentence } from './shown-name.ts';

const maxRows = 400;

/**
 * Renders everything about one mode: the picture, the bypasses of its restrictions in words, the files that its
 * restrictions allow, and every decision with its rule.
 */
export function modeSection(picture: ModePicture, id: string): Markup {
  const { name, slug, groups, ways, rows } = picture;
  return markup`<section class="mgr-mode-section" id="${id}">
<h3 id="${id}-title">${shownName(plainName(name))} <code>${shownName(slug)}</code></h3>
<div class="mgr-scroll" role="group" aria-labelledby="${id}-title" tabindex="0">${drawMode(picture)}</div>
${wayList(ways)}
${groups.map(fileDetails)}
${rowDetails(rows)}
</section>`;
}

function wayList(ways: ModePicture['ways']): Markup | undefined {
  if (ways.length === 0) return undefined;
  return markup`<h4>Ways around</h4><ol class="mgr-ways">${ways.map(
    ({ message, certainty }) => markup`<li>${shownSentence(message)} <span class="mgr-tag">${certainty}</span></li>`,
  )}</ol>`;
}

function fileDetails({ group, files, limits }: GroupPicture): Markup | undefined {
  if (files === undefined) return undefined;
  const { opened, asked, sample, left } = files;
  const more = opened - sample.length;
  return markup`<details><summary>${groupWords[group]}: ${opened} of ${asked} files</summary>
<p>Files that match ${limits.map(({ pattern }, index) => markup`${index > 0 ? ' and ' : ''}<code>${shownName(pattern)}</code>`)}${
    left > 0 ? markup`; ${left} more project files were not checked` : undefined
  }.</p>
${sample.length === 0 ? undefined : markup`<ul class="mgr-files">${sample.map((file) => markup`<li>${shownName(file)}</li>`)}${more > 0 ? markup`<li class="mgr-muted">and ${more} more</li>` : undefined}</ul>`}</details>`;
}

function rowDetails(rows: readonly PermissionRow[]): Markup {
  const shown = rows.slice(0, maxRows);
  const left = rows.length - shown.length;
  return markup`<details><summary>Every answer, with its rule</summary>
<div class="mgr-scroll" role="group" aria-label="Every answer, with its rule" tabindex="0"><table><thead><tr><th scope="col">What</th><th scope="col">Answer</th><th scope="col">Why</th></tr></thead>
<tbody>${shown.map(
    (row) => markup`<tr><th scope="row">${shownName(formatSubject(row.subject))}</th><td data-state="${row.state}">${
      row.conditions.length === 0 ? cellWords[row.state] : shownSentence(describeRow(row))
    }</td><td>${shownSentence(reasonOf(row))}</td></tr>
`,
  )}</tbody></table></div>
${left > 0 ? markup`<p class="mgr-muted">${left} more rows are not shown. <code>modegate matrix --format csv</code> shows them all.</p>` : undefined}</details>`;
}
