import type { ModeProblem } from '@modegate/mode-core';
import { removeItem } from '../../fixes/remove-text.ts';
import type { FoundProblem } from '../../source/finding.ts';
import type { CheckedModesFile, RestrictionEntry } from '../../workspace/workspace.ts';
import { findConflictingCommands } from '../commands/unreachable-commands.ts';
import { defineRule, example, triageMode } from '../define-rule.ts';

/** M024: lists in a mode that contradict each other. */
export const allowDenyConflict = defineRule(['M024', 'allow-deny-conflict', 'error', 'default'], {
  summary:
    'The same server, tool or command is in an allow list and a deny list of a mode, or two of its allow lists differ.',
  reason:
    'In Modegate, the deny list takes precedence. If there are two allow lists, a server must be in both. In either case, the mode cannot use something that one of its lists allows, and Modegate cannot know which list was intended. Zoo Code reads only `allowedMcpServers`, so if the two allow lists of a mode differ, the mode can use different servers in Zoo Code.',
  bad: example(
    triageMode(
      'mcpRestrictions:',
      '  allowedServers:',
      '    - github',
      '    - tracker',
      '  disallowedServers:',
      '    - github',
    ),
  ),
  good: example(
    triageMode('mcpRestrictions:', '  allowedServers:', '    - tracker', '  disallowedServers:', '    - github'),
  ),
  isFixable: true,
  *check(workspace) {
    yield* findConflictingCommands(workspace);
    const key = ({ mode, server, tool }: RestrictionEntry) =>
      JSON.stringify([mode.file.file, mode.pointer, server, tool]);
    const denials = new Map(
      workspace
        .restrictionEntries()
        .filter(({ list, isConditional }) => list.startsWith('disallowed') && !isConditional)
        .map((entry) => [key(entry), entry]),
    );
    for (const file of workspace.modeFiles)
      for (const problem of file.parsed.problems) {
        if (problem.code !== 'RESTRICTION_CONFLICT' && problem.code !== 'RESTRICTIONS_DISAGREE') continue;
        const allowed = workspace.entryAt(file.file, problem.pointer);
        yield toProblem(file, problem, allowed && denials.get(key(allowed)));
      }
  },
});

function toProblem(
  file: CheckedModesFile,
  { message, pointer, code, mode }: ModeProblem,
  denied: RestrictionEntry | undefined,
): FoundProblem {
  const own = `${pointer.slice(0, pointer.lastIndexOf('/'))}/mcpRestrictions/allowedServers`;
  const other =
    code === 'RESTRICTIONS_DISAGREE'
      ? { message: 'The other list.', location: file.locateKey(own) }
      : denied && { message: 'The deny rule, which takes precedence.', location: file.locate(denied.pointer) };
  const edit = denied === undefined ? undefined : removeItem(file, pointer);
  const fix = edit && { description: 'Remove the allow rule, which has no effect.', edits: [edit], isSafe: false };
  const severity = code === 'RESTRICTIONS_DISAGREE' ? ('warning' as const) : undefined;
  return { message, location: file.locate(pointer), related: other ? [other] : [], fix, severity, mode };
}
