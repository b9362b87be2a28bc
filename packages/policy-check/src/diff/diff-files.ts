import { decide, findTool, type Policy } from '@modegate/mode-core';
import { callParameters } from '../matrix/call-parameters.ts';
import type { PermissionRow, Situation } from '../matrix/permission-row.ts';
import type { FileChange } from './permission-change.ts';

interface FileQuestion {
  readonly before: { readonly policy: Policy };
  readonly after: { readonly policy: Policy };
  readonly files: readonly string[] | undefined;
  readonly situation: Situation | undefined;
}

/** What a changed file limit opens and closes among the files of a project; undefined where it is not about files. */
export function diffFiles(before: PermissionRow, after: PermissionRow, question: FileQuestion): FileChange | undefined {
  const { subject, mode } = after;
  const { files, situation = {} } = question;
  if (files === undefined || subject.kind !== 'tool') return undefined;
  const tool = findTool(subject.tool);
  if (tool?.paths === undefined || ![before, after].some(hasFileLimit)) return undefined;
  const may = (policy: Policy, file: string) =>
    decide(policy, { ...situation, mode, tool: tool.name, params: callParameters(tool, [file]) }).allowed;
  const judged = files.map((file) => ({
    file,
    before: may(question.before.policy, file),
    after: may(question.after.policy, file),
  }));
  return {
    gained: judged.filter((entry) => entry.after && !entry.before).map(({ file }) => file),
    lost: judged.filter((entry) => entry.before && !entry.after).map(({ file }) => file),
  };
}

function hasFileLimit(row: PermissionRow): boolean {
  return row.conditions.some(({ kind }) => kind === 'files');
}
