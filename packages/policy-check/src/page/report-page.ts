import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { CheckResult } from '../check/check.ts';
import type { PermissionMatrix } from '../matrix/permission-row.ts';
import { openFindings, type ReportContext } from '../reporters/report-context.ts';
import { type Comparison, changeList } from './change-list.ts';
import { findingList } from './finding-list.ts';
import { type Markup, markup, renderMarkup, trustedMarkup } from './markup.ts';
import { matrixTable } from './matrix-table.ts';
import type { ModePicture } from './mode-picture.ts';
import { modeSection } from './mode-section.ts';
import { modeTable } from './mode-table.ts';
import { type ProfileReport, profileSection } from './profile-section.ts';
import { reportStyle } from './report-style.ts';
import { shownName, shownNote } from './shown-name.ts';
import { cutText } from './shown-text.ts';

/** Input for `renderReport`. */
export interface PermissionReport {
  /** Name of the project. */
  readonly project: string;
  /** Version of the program that creates the report. */
  readonly version: string;
  /** The first modes of the matrix, at most {@link maxPictures} of them. */
  readonly modes: readonly ModePicture[];
  readonly matrix: PermissionMatrix;
  /** Profiles of other agents. Default: no other agent is used. */
  readonly profiles?: ProfileReport | undefined;
  readonly result: CheckResult;
  /** Same context as for other reports; code frames show the text returned by `sourceText`. */
  readonly context: ReportContext;
  /** Comparison with another state. Default: nothing was compared. */
  readonly comparison?: Comparison | undefined;
  /** Facts, as sentences, that a reader needs to understand the decisions. */
  readonly notes?: readonly string[] | undefined;
}

/** First characters of every report, by which a program recognises its own reports. */
export const reportStart = '<!doctype html>\n<html lang="en" data-made-by="modegate report">';

/** Browsers are slow to draw more pictures than this, so it is the maximum for a report. */
export const maxPictures = 60;

/**
 * Renders the report as one HTML file that loads nothing and runs no scripts: the permissions that a change grants, the
 * profiles of agents, the findings, a picture of every mode, and the matrix. Its content policy permits only its own
 * style sheet. A pure function: the same input produces the same text.
 */
export function renderReport(report: PermissionReport): string {
  const { project, version, notes = [] } = report;
  const sections = sectionsOf(report);
  const page = markup`${trustedMarkup(reportStart)}
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>What agents may do in ${cutText(project, 100).shown}</title>
<style>${trustedMarkup(reportStyle)}</style>
</head>
<body>
<header class="mgr-header">
<p class="mgr-kicker">Modegate report</p>
<h1>What agents may do in ${shownName(project)}</h1>
${notes.map((note) => markup`<p class="mgr-muted">${shownNote(note)}</p>`)}
<nav aria-label="Parts of the report"><ul>${sections.map(({ id, title, entry = title }) => markup`<li><a href="#${id}">${entry}</a></li>`)}</ul></nav>
</header>
<main>
${sections.map(({ id, title, content }) => section(id, title, content))}
</main>
<footer class="mgr-muted">Made by modegate ${version}. Every answer is what <code>modegate why</code> gives for the same call.</footer>
</body>
</html>
`;
  return renderMarkup(page);
}

function section(id: string, title: string, content: Markup): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>
`;
}

interface ReportSection {
  readonly id: string;
  readonly title: string;
  /** Title in the table of contents. Default: the same as `title`. */
  readonly entry?: string;
  readonly content: Markup;
}

function sectionsOf(report: PermissionReport): readonly ReportSection[] {
  const { modes, matrix, profiles, result, context, comparison } = report;
  const shown = modes.slice(0, maxPictures);
  const count = matrix.modes.length;
  const ofModes: readonly ReportSection[] = [
    { id: 'overview', title: 'Modes at a glance', content: modeTable(shown) },
    {
      id: 'modes',
      title: 'Each mode',
      entry: `Each mode (${count})`,
      content: modeSections(shown, count - shown.length),
    },
    { id: 'matrix', title: 'Everything in one table', content: matrixTable(matrix) },
  ];
  const [overview, ...others] = count > 0 ? ofModes : [];
  const changes = comparison && { id: 'changes', title: 'What this change does', content: changeList(comparison) };
  const agents = profiles && { id: 'profiles', title: 'Agents and their profiles', content: profileSection(profiles) };
  const findings = {
    id: 'findings',
    title: 'Findings',
    entry: `Findings (${openFindings(result).length})`,
    content: findingList(result, context),
  };
  return [changes, overview, agents, findings, ...others].flatMap((one) => one ?? []);
}

function modeSections(shown: readonly ModePicture[], left: number): Markup {
  return markup`${shown.map((mode, index) => modeSection(mode, `mode-${index + 1}`))}
${left > 0 ? markup`<p class="mgr-muted">${left} more modes are not shown. To select modes, use <code>--mode</code>.</p>` : undefined}`;
}

/** Returns a content policy that allows the page only its own style sheet; the page loads nothing and runs nothing. */
function contentPolicy(): string {
  const style = `'sha256-${encodeBase64(sha256(utf8ToBytes(reportStyle)))}'`;
  return `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'`;
}

function encodeBase64(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = bits.match(/.{1,6}/g) ?? [];
  const text = digits.map((digit) => alphabet[Number.parseInt(digit.padEnd(6, '0'), 2)] ?? '').join('');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
