import type { Policy } from '@modegate/mode-core';
import { check, createWorkspace } from '@modegate/policy-check';
import { findBypasses, type Grid, gridOfMatrix, permissionMatrix } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import { type ListedMode, listBrokenFiles, viewFinding } from '@modegate/restrictions-editor/model';

import type { ModeEscapes, Overview } from './questions.ts';

/** More than anyone would read; limited because a hostile file must not flood the page. */
const most = { findings: 300, modes: 500, columns: 24, lines: 400, modesWithWays: 50, ways: 30 };

/** Collects a project's findings, its modes, and the ways to bypass the modes' restrictions. */
export function makeOverview(project: Project): Overview {
  const { findings, counts, failures } = check(createWorkspace({ project }));
  const modes = listModes(project.policy);
  const open = findings.filter(({ suppressed }) => suppressed === undefined);
  return {
    broken: listBrokenFiles(project),
    findings: open.slice(0, most.findings).map(viewFinding),
    counts,
    failures: failures.map(({ rule, message }) => `${rule.id}: ${message}`),
    modes: modes.slice(0, most.modes),
    escapes: listEscapes(project.policy, modes),
  };
}

/** Returns the permissions of the modes whose name or slug contains the filter text. */
export function makeMatrix({ policy }: Project, filter: string): Grid {
  const wanted = filter.trim().toLowerCase();
  const shown = listModes(policy).filter(({ slug, name }) => `${slug}\n${name}`.toLowerCase().includes(wanted));
  const columns = shown.map(({ slug, source }) => ({ id: slug, title: slug, source }));
  const asked = columns.slice(0, most.columns);
  const grid = gridOfMatrix(permissionMatrix(policy, { modes: asked.map(({ id }) => id) }), {
    columns: asked,
    maxLines: most.lines,
  });
  return { ...grid, left: { ...grid.left, columns: columns.length - asked.length } };
}

/** Custom modes come before built-in ones. Of two modes with the same slug, the first takes effect. */
function listModes({ modes }: Policy): readonly ListedMode[] {
  const listed = modes.map(({ config: { slug, name }, source, invalid }) => ({ slug, name, source, invalid }));
  const bySlug = new Map(listed.toReversed().map((mode) => [mode.slug, mode]));
  const once = [...bySlug.values()].toReversed();
  return [...once.filter((mode) => !isBuiltin(mode)), ...once.filter(isBuiltin)];
}

function isBuiltin({ source }: ListedMode): boolean {
  return source === 'builtin';
}

function listEscapes(policy: Policy, modes: readonly ListedMode[]): readonly ModeEscapes[] {
  const found = Map.groupBy(findBypasses(policy), ({ mode }) => mode);
  return modes
    .flatMap((mode) => {
      const ways = found.get(mode.slug) ?? [];
      const shown = ways.slice(0, most.ways).map(({ kind, certainty, message }) => ({ kind, certainty, message }));
      return ways.length === 0
        ? []
        : [{ mode: mode.slug, isBuiltin: isBuiltin(mode), ways: shown, total: ways.length }];
    })
    .slice(0, most.modesWithWays);
}
