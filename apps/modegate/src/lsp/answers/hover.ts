import { decide, type Policy } from '@modegate/mode-core';
import type { Workspace } from '@modegate/policy-check';
import { describeCommandRule } from '@modegate/shell-commands';
import type { Hover, Position } from 'vscode-languageserver/node';
import type { CheckedProject } from '../../commands/check-project.ts';
import { rangeContains, toRange } from '../text-positions.ts';
import { describeEntry } from './describe-entry.ts';
import { describeJudgedCall } from './describe-judged-call.ts';
import { describeMode } from './describe-mode.ts';
import { inlineCode } from './inline-code.ts';
import { permissionHoverAt } from './permission-hover.ts';

/**
 * Explains the permissions that apply at a position: in a modes file, those for a mode (at its slug), or for a server,
 * tool or command in the mode's restrictions; in a file with an agent's own permissions, explains the effect of a rule.
 */
export function hoverAt(checked: CheckedProject, path: string, position: Position): Hover | undefined {
  for (const { source, pointer, describe } of placesIn(checked)) {
    if (checked.project.paths.get(source.file) !== path) continue;
    const range = toRange(source.locate(pointer));
    if (rangeContains(range, position)) return { range, contents: { kind: 'markdown', value: describe() } };
  }
  return permissionHoverAt(checked, path, position);
}

/** Yields the places that can be explained. */
function* placesIn({ workspace, project }: CheckedProject) {
  const { policy } = workspace;
  for (const mode of workspace.modes)
    yield { source: mode.file, pointer: `${mode.pointer}/slug`, describe: () => describeMode(mode, project) };
  for (const entry of workspace.restrictionEntries()) {
    const describe = () => describeEntry(entry, policy, project.inventory);
    for (const pointer of [entry.toolPointer, entry.serverPointer])
      if (pointer !== undefined) yield { source: entry.mode.file, pointer, describe };
  }
  for (const entry of workspace.commandEntries())
    yield { source: entry.mode.file, pointer: entry.textPointer, describe: () => describeCommandEntry(entry, policy) };
}

type CommandEntry = ReturnType<Workspace['commandEntries']>[number];

/** Describes in Markdown which commands a command rule matches, with examples and the decision on each example. */
function describeCommandEntry({ mode, list, text }: CommandEntry, policy: Policy): string {
  const title = `${inlineCode(text)} in ${inlineCode(list)} of mode ${inlineCode(mode.slug)}`;
  const description = describeCommandRule(text, list);
  if (description.fault !== undefined) return `${title}\n\nThis rule ${inlineCode(description.fault)}.`;
  const { words, matches, others } = description;
  const examples = matches.map((command) => describeJudgedCall(command, decideCommand(policy, mode.slug, command)));
  return [
    title,
    `Matches ${inlineCode(words)}. Decisions in bash when the time and environment are unknown:`,
    examples.join('\n'),
    others.length === 0 ? '' : `Does not match: ${others.map(inlineCode).join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function decideCommand(policy: Policy, mode: string, command: string) {
  return decide(policy, { mode, tool: 'execute_command', params: { command }, shell: 'bash' });
}
