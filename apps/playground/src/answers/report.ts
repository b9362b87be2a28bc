import { findTool, type Policy } from '@modegate/mode-core';
import { check, createWorkspace } from '@modegate/policy-check';
import {
  describeRow,
  findBypasses,
  formatSubject,
  type PermissionRow,
  type PermissionSubject,
  permissionMatrix,
  subjectKey,
} from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import { listBroken } from './open-version.ts';
import type { Matrix, MatrixLine, Report } from './questions.ts';

/** More than a person reads; a hostile file must not fill the page. */
const most = { findings: 300, modes: 500, columns: 24, lines: 400, modesWithWays: 50, ways: 30, targets: 500 };

/** What is wrong with a project, what each of its modes may do, and the ways around. */
export function makeReport(project: Project, filter: string): Report {
  const { findings, counts, failures } = check(createWorkspace({ project }));
  const { policy } = project;
  const modes = listModes(policy);
  const matrix = makeMatrix(policy, modes, filter);
  return {
    broken: listBroken(project),
    findings: findings.filter(({ suppressed }) => suppressed === undefined).slice(0, most.findings),
    counts,
    failures: failures.map(({ rule, message }) => `${rule.id}: ${message}`),
    modes: modes.slice(0, most.modes),
    matrix,
    escapes: listEscapes(policy, modes),
    targets: matrix.lines.flatMap(({ target }) => target ?? []).slice(0, most.targets),
  };
}

/** Custom modes come before built-in ones. Of two modes with one slug the first counts. */
function listModes({ modes }: Policy): Report['modes'] {
  const listed = modes.map(({ config: { slug, name }, source }) => ({ slug, name, isBuiltin: source === 'builtin' }));
  const bySlug = new Map(listed.toReversed().map((mode) => [mode.slug, mode]));
  const once = [...bySlug.values()].toReversed();
  return [...once.filter(({ isBuiltin }) => !isBuiltin), ...once.filter(({ isBuiltin }) => isBuiltin)];
}

function listEscapes(policy: Policy, modes: Report['modes']): Report['escapes'] {
  const found = Map.groupBy(findBypasses(policy), ({ mode }) => mode);
  return modes
    .flatMap(({ slug, isBuiltin }) => {
      const ways = found.get(slug);
      return ways === undefined ? [] : [{ mode: slug, isBuiltin, ways: ways.slice(0, most.ways), total: ways.length }];
    })
    .slice(0, most.modesWithWays)
    .map((one) => ({ ...one, ways: one.ways.map(({ certainty, message }) => ({ certainty, message })) }));
}

function makeMatrix(policy: Policy, all: Report['modes'], filter: string): Matrix {
  const wanted = filter.trim().toLowerCase();
  const slugs = all
    .filter(({ slug, name }) => `${slug}\n${name}`.toLowerCase().includes(wanted))
    .map(({ slug }) => slug);
  const { modes, rows } = permissionMatrix(policy, { modes: slugs.slice(0, most.columns) });
  const groups = bySubject(rows);
  return {
    modes,
    modesTotal: slugs.length,
    lines: groups.slice(0, most.lines).flatMap(toLine),
    linesTotal: groups.length,
  };
}

/** Rows are by mode, and within a mode always in the same order. */
function bySubject(rows: readonly PermissionRow[]): readonly (readonly PermissionRow[])[] {
  const groups = new Map<string, PermissionRow[]>();
  for (const row of rows) {
    const key = subjectKey(row.subject);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

function toLine(rows: readonly PermissionRow[]): readonly MatrixLine[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { subject } = first;
  const target = targetOf(subject);
  return [
    {
      label: formatSubject(subject),
      section: sectionOf(subject),
      ...(target === undefined ? {} : { target }),
      cells: rows.map((row) => ({ state: row.state, words: describeRow(row) })),
    },
  ];
}

function sectionOf(subject: PermissionSubject): string {
  if (subject.kind === 'tool') return findTool(subject.tool)?.group ?? 'always available';
  if (subject.kind === 'group') return 'groups of IBM Bob';
  return 'server' in subject ? subject.server : 'other servers';
}

function targetOf(subject: PermissionSubject): string | undefined {
  if (subject.kind === 'tool') return subject.tool;
  if (subject.kind === 'mcp-tool') return `${subject.server}/${subject.tool}`;
  return subject.kind === 'mcp-resources' ? `${subject.server}/` : undefined;
}
