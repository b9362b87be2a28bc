import { findRisksBetween, permissionAgents } from '@modegate/agent-policies';
import { createWorkspace, type HookFault, type PermissionFault, type Workspace } from '@modegate/policy-check';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import { compileProject, type PolicySource } from '@modegate/project';

/** The workspace that the files of an example describe, as `Example` says. */
export function exampleWorkspace(files: Readonly<Record<string, string>>): Workspace {
  const places = (pattern: RegExp) =>
    Object.entries(files).flatMap(([file, text]) => (pattern.test(file) ? [placeOf(file, text)] : []));
  return createWorkspace({
    project: compileProject({
      modes: places(/modes(?:\.(?:ya?ml|json))?$/),
      servers: places(/(?:(?:mcp|mcp_settings|opencode)\.json|config\.toml)$/),
    }),
    inventory: parse(files['tools.json']),
    lockedInventory: parse(files['locked-tools.json']),
    projectFiles: files['project-files.txt']?.split('\n').filter((line) => line !== ''),
    hookFaults: Object.entries(files).flatMap(([file, text]) => faultsIn(file, text)),
    permissionFaults: permissionFaultsIn(files),
    testedModes: files['tested-modes.txt']?.split('\n').filter((line) => line !== ''),
  });
}

/** As modegate finds them, whose own tests hold what it finds. */
function faultsIn(file: string, text: string): readonly HookFault[] {
  const line = text.split('\n').findIndex((one) => one.includes('"disableAllHooks": true')) + 1;
  const place = { file, text, line, column: 3, pointer: '/disableAllHooks' };
  return line === 0
    ? []
    : [{ ...place, message: 'Claude Code does not run hooks, because "disableAllHooks" is true.' }];
}

/** Faults and risks of the agents whose own files are there, as modegate hands them over. */
function permissionFaultsIn(files: Readonly<Record<string, string>>): readonly PermissionFault[] {
  const given = Object.entries(files).map(([name, text]) => ({ path: `/project/${name}`, name, text }));
  const used = permissionAgents
    .filter(({ places: { signs } }) => given.some(({ path }) => signs.some((sign) => path.includes(`/${sign}`))))
    .map((agent) => {
      const own = { project: '/project', home: undefined, files: given };
      return { agent, files: own, reading: agent.readProfiles(own) };
    });
  const textOf = (file: string) => files[file] ?? '';
  return [
    ...used.flatMap(({ reading }) => reading.problems.map((fault) => ({ ...fault, text: textOf(fault.file) }))),
    ...[...used.flatMap((one) => one.agent.findRisks(one.reading, one.files)), ...findRisksBetween(used)].map(
      (risk) => ({
        ...risk,
        text: textOf(risk.file),
        related: risk.related.map((place) => ({ ...place, text: textOf(place.file) })),
      }),
    ),
  ];
}

/** A file as it was read; those in `global/` are the user's own. */
export function placeOf(file: string, text: string): PolicySource {
  const layer = file.startsWith('global/') ? 'global' : 'project';
  return { layer, path: file, file, reading: { state: 'read', text } };
}

function parse(text: string | undefined): readonly ServerInventory[] | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as readonly ServerInventory[]);
}
