import { decide, type Policy } from '@modegate/mode-core';
import type { SourceText, Workspace } from '@modegate/policy-check';
import { describeCommandRule } from '@modegate/shell-commands';
import type { Hover, Position, Range } from 'vscode-languageserver/node';
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
  const { workspace, project } = checked;
  const isHere = (source: SourceText, pointer: string): Range | undefined => {
    if (project.paths.get(source.file) !== path) return undefined;
    const range = toRange(source.locate(pointer));
    return rangeContains(range, position) ? range : undefined;
  };
  return (
    modeHover(checked, isHere) ??
    entryHover(workspace, project.inventory, isHere) ??
    commandHover(workspace, isHere) ??
    permissionHoverAt(checked, path, position)
  );
}

type IsHere = (source: SourceText, pointer: string) => Range | undefined;

function modeHover({ workspace, project }: CheckedProject, isHere: IsHere): Hover | undefined {
  for (const mode of workspace.modes) {
    const range = isHere(mode.file, `${mode.pointer}/slug`);
    if (range !== undefined) return hoverOf(range, describeMode(mode, project));
  }
  return undefined;
}

function entryHover(
  workspace: Workspace,
  inventory: CheckedProject['project']['inventory'],
  isHere: IsHere,
): Hover | undefined {
  for (const entry of workspace.restrictionEntries()) {
    const pointers = [entry.toolPointer, entry.serverPointer].flatMap((pointer) => pointer ?? []);
    for (const pointer of pointers) {
      const range = isHere(entry.mode.file, pointer);
      if (range !== undefined) return hoverOf(range, describeEntry(entry, workspace.policy, inventory));
    }
  }
  return undefined;
}

function commandHover(workspace: Workspace, isHere: IsHere): Hover | undefined {
  for (const entry of workspace.commandEntries()) {
    const range = isHere(entry.mode.file, entry.textPointer);
    if (range !== undefined) return hoverOf(range, describeCommandEntry(entry, workspace.policy));
  }
  return undefined;
}

function hoverOf(range: Range, value: string): Hover {
  return { range, contents: { kind: 'markdown', value } };
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
    `Matches ${inlineCode(words)}. Decisions in bash when the time and place are unknown:`,
    examples.join('\n'),
    others.length === 0 ? '' : `Does not match: ${others.map(inlineCode).join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function decideCommand(policy: Policy, mode: string, command: string) {
  return decide(policy, { mode, tool: 'execute_command', params: { command }, shell: 'bash' });
}
