import { posix } from 'node:path';
import { type Decision, decide, type Policy, type ToolRequest } from '@modegate/mode-core';
import { type ExportTarget, exportMode, exportTargets } from '@modegate/policy-check/export';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluators, root, type SampleCall } from '../support/agent-evaluators.ts';
import { arbitraryExport } from '../support/arbitrary-export.ts';

describe.each(exportTargets)('a mode exported to %s', (target) => {
  test('an exported mode opens nothing that the mode closes, except what the report names', () => {
    fc.assert(
      fc.property(arbitraryExport, ({ policy, inventory, calls }) => {
        const { text, rules } = exportMode(policy, { target, mode: 'a', inventory, root });
        const open = new Set(rules.flatMap((rule) => (rule.outcome === 'not-expressible' ? [rule.subject] : [])));
        const evaluate = evaluators[target](text);
        const wider = calls.filter(
          (call) =>
            isJudgedAlike(target, call) &&
            !open.has(subjectOf(target, call)) &&
            evaluate(call) &&
            !judge(policy, target === 'gemini' ? call : resolved(call)).allowed,
        );
        expect(wider).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('an exported mode closes nothing that the mode opens if every rule is exact', () => {
    fc.assert(
      fc.property(arbitraryExport, ({ policy, inventory, calls }) => {
        const { text, rules } = exportMode(policy, { target, mode: 'a', inventory, root });
        const exact = new Set(rules.flatMap((rule) => (rule.outcome === 'exact' ? [rule.subject] : [])));
        const evaluate = evaluators[target](text);
        const closed = calls.filter(
          (call) =>
            exact.has(subjectOf(target, call)) &&
            isPlain(call) &&
            isJudgedAlike(target, call) &&
            judge(policy, call).allowed &&
            !evaluate(call),
        );
        expect(closed).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

function judge(policy: Policy, call: SampleCall): Decision {
  return decide(policy, { mode: 'a', ...toRequest(call) });
}

/** The same call as the policy knows it. */
function toRequest(call: SampleCall): Omit<ToolRequest, 'mode'> {
  switch (call.kind) {
    case 'read':
      return { tool: 'read_file', params: { path: call.path } };
    case 'edit':
      return { tool: 'write_to_file', params: { path: call.path, content: '' } };
    case 'search':
      return { tool: 'search_files', params: { path: '', regex: 'x' } };
    case 'code':
      return { tool: 'codebase_search', params: { query: 'x' } };
    case 'mcp':
      return { tool: 'use_mcp_tool', mcp: { server: call.server, tool: call.tool } };
    case 'resource':
      return { tool: 'access_mcp_resource', mcp: { server: call.server } };
    default:
      return { tool: tools[call.kind] };
  }
}

const tools = {
  command: 'execute_command',
  fetch: 'browser_action',
  task: 'new_task',
  skill: 'skill',
  plan: 'update_todo_list',
  ask: 'ask_followup_question',
} as const;

/** What the report calls the subject of a call. */
function subjectOf(target: ExportTarget, call: SampleCall): string {
  if (call.kind === 'mcp') return `tools of ${call.server}`;
  if (call.kind === 'resource') return `resources of ${call.server}`;
  return { ...subjects, ...ownSubjects[target] }[call.kind];
}

const subjects: Readonly<Record<Exclude<SampleCall['kind'], 'mcp' | 'resource'>, string>> = {
  read: 'read files',
  search: 'search and list files',
  code: 'search code',
  edit: 'edit files',
  command: 'run commands',
  fetch: 'browse the web',
  task: 'start subagents',
  skill: 'load skills',
  plan: 'keep a list of tasks',
  ask: 'ask the user',
};

const ownSubjects: Partial<Record<ExportTarget, Partial<typeof subjects>>> = {
  cursor: {
    read: 'read and search files',
    search: 'read and search files',
    code: 'read and search files',
    fetch: 'fetch web pages',
  },
  zoo: {
    read: 'read and search files',
    search: 'read and search files',
    code: 'read and search files',
    task: 'start subtasks',
  },
  codex: { search: '', code: '' },
  gemini: { code: '' },
};

/** Names that a system may read as others; what each file says of them is in docs/export.md. */
function isJudgedAlike(target: ExportTarget, call: SampleCall): boolean {
  if (call.kind !== 'read' && call.kind !== 'edit') return true;
  // The folder of the project is no file.
  if (posix.resolve(root, call.path) === root) return false;
  if (/[\p{Cc}\u2028\u2029\\]/u.test(call.path)) return target === 'gemini';
  if (target === 'gemini') return true;
  if (/[^\S ]/.test(call.path)) return false;
  if (target === 'opencode' || target === 'kilo') return true;
  const isBlankEnded = call.path.split('/').some((segment) => segment.trim() !== segment);
  if (target === 'claude-code' || target === 'cursor') return !isBlankEnded;
  // A folder that a rule names is there, and no file.
  const isFolder = /^(?:src|docs|a|b)$/.test(posix.relative(root, posix.resolve(root, call.path)));
  return !isFolder && !isBlankEnded && !/:|(?<![./])\.+(?:\/|$)/.test(call.path);
}

/** The file that a path leads to: all but Gemini CLI resolve it before they look at their rules. */
function resolved(call: SampleCall): SampleCall {
  if (call.kind !== 'read' && call.kind !== 'edit') return call;
  const absolute = posix.resolve(root, call.path);
  const relative = posix.relative(root, absolute);
  return { ...call, path: relative.startsWith('..') ? absolute : relative };
}

/** A path in the form in which it is judged. */
function isPlain(call: SampleCall): boolean {
  if (call.kind !== 'read' && call.kind !== 'edit') return true;
  return /^(?!\.{0,2}\/)[^\\"]+$/.test(call.path) && !call.path.split('/').some((segment) => /^\.{0,2}$/.test(segment));
}
