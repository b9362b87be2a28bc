import { decideFile } from '../../decide/check-file.ts';
import { allow, type Decision, defaultRule, refuse } from '../../decision.ts';
import { printable } from '../../show.ts';
import { foldSegment } from '../../tools/fold-segment.ts';
import { findTool } from '../../tools/tool-catalogue.ts';
import type { CommandFile } from '../command-analyser.ts';
import { fileAccessVerbs } from '../file-access-verbs.ts';
import type { CommandQuestion } from './command-question.ts';
import { nameParts } from './describe-command.ts';

/**
 * @internal Evaluates a command's access to a file as if the agent's tool with the same access had been called: against
 * the group, its restrictions and, for a write, also the protection of `.git`.
 */
export function judgeCommandFile(question: CommandQuestion, file: CommandFile): Decision {
  const { projectRoot, mode, request } = question;
  const { slug } = mode.mode.config;
  const tool = findTool(file.tool);
  if (tool === undefined || (tool.group !== 'read' && tool.group !== 'edit'))
    throw new TypeError(`No tool ${file.tool}`);
  const group = mode.groups.get(tool.group);
  const start = describeAccess(question, file);
  if (group === undefined) {
    const closed = mode.closedGroups.get(tool.group);
    const reason = closed?.reason ?? `mode '${slug}' does not have the group '${tool.group}'.`;
    return refuse('GROUP_MISSING', closed?.by ?? defaultRule('group-required', slug), `${start}: ${reason}`);
  }
  const { path } = file;
  if (path === undefined) {
    if (tool.group === 'read' && group.limits.length === 0) return allow(group.by);
    const reason = `${nameParts([file.text], question.command)} refers to a file that '${printable(file.by)}' ${fileAccessVerbs[file.tool]}, but does not show which file. Write out the file name.`;
    return refuse('COMMAND_FILE_UNKNOWN', defaultRule('command-files', slug), reason);
  }
  if (tool.group === 'edit' && isInRepository(path)) {
    const reason = `${start}, but only git may write into '.git', because its configuration and hooks run programs.`;
    return refuse('COMMAND_FILE_PROTECTED', defaultRule('repository-protected', slug), reason);
  }
  if (group.limits.length === 0) return allow(group.by);
  const { pathKinds } = request;
  const call = { mode: slug, tool: file.tool, params: { path }, pathKinds };
  const decision = decideFile(mode, { request: call, tool, group, projectRoot });
  return decision.allowed ? decision : refuse(decision.code, decision.by, `${start}: ${decision.reason}`);
}

/** Describes how a command accesses a file: `'tee' in "make | tee log"` followed by `writes 'log'`. */
function describeAccess({ command }: CommandQuestion, { by, tool, text, path = text }: CommandFile): string {
  return `${nameParts([by], command)} ${fileAccessVerbs[tool]} '${printable(path)}'`;
}

/** True for a path through a `.git` folder, in any spelling that at least one file system treats as equivalent. */
function isInRepository(path: string): boolean {
  return path.split(/[\\/]/).some((segment) => /^(?:\.git|git~1)$/.test(foldSegment(segment)));
}
