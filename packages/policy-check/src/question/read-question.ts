import type { Policy, ToolRequest } from '@modegate/mode-core';
import type { CommandShell } from '@modegate/mode-core/commands';
import { findTool } from '@modegate/mode-core/tools';

/** A call as a person would describe it, on a command line or in a form. */
export interface CallQuestion {
  /** Slug of the mode. */
  readonly mode: string;
  /** A tool of the agent, `server/tool`, or `server/` for the resources of a server. */
  readonly target: string;
  /** The files that the call accesses. Default: none. */
  readonly files?: readonly string[] | undefined;
  /** Text of a command, for a tool that runs commands. Default: none. */
  readonly command?: string | undefined;
  /** Working folder of the command. Default: the project folder. */
  readonly cwd?: string | undefined;
  /** Shell that runs the command. Default: the policy's shell. */
  readonly shell?: CommandShell | undefined;
  /** Arguments of the call. Default: only the files and the command. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/** The call in question, or a statement that the tool cannot take that many files or cannot take a command. */
export type QuestionReading =
  | { readonly state: 'call'; readonly request: ToolRequest }
  | { readonly state: 'too-many-files' | 'no-command'; readonly tool: string };

/** Creates the call for a question, for `decide` and `explain`. The caller adds the time and the environment. */
export function readQuestion({ policy }: { readonly policy: Policy }, question: CallQuestion): QuestionReading {
  const { mode, target, args = {} } = question;
  const command = readCommand(question);
  if (command === undefined) return { state: 'no-command', tool: target };
  const identity = readIdentity(target, policy);
  if (identity !== undefined) {
    const { server, tool } = identity;
    const called =
      tool === '' ? { tool: 'access_mcp_resource', mcp: { server } } : { tool: 'use_mcp_tool', mcp: { server, tool } };
    return { state: 'call', request: { mode, ...called, params: args } };
  }
  const files = fileArguments(target, question.files ?? []);
  if (files === undefined) return { state: 'too-many-files', tool: target };
  const { shell, ...named } = command;
  const params = { ...files, ...named, ...args };
  return { state: 'call', request: { mode, tool: target, params, ...(shell === undefined ? {} : { shell }) } };
}

/** Returns the parts of the question that concern a command; undefined if the tool does not run commands. */
function readCommand(question: CallQuestion): Pick<CallQuestion, 'command' | 'cwd' | 'shell'> | undefined {
  const { target, command, cwd, shell } = question;
  const given = Object.entries({ command, cwd, shell }).filter(([, value]) => value !== undefined);
  return given.length === 0 || findTool(target)?.name === 'execute_command' ? Object.fromEntries(given) : undefined;
}

/** Server names may contain a slash, so known names are tried first. */
function readIdentity(target: string, policy: Policy): { readonly server: string; readonly tool: string } | undefined {
  if (findTool(target) !== undefined || !target.includes('/')) return undefined;
  const known = (policy.servers ?? []).map(({ name }) => name).filter((name) => target.startsWith(`${name}/`));
  const server = known.toSorted((a, b) => b.length - a.length)[0] ?? target.slice(0, target.indexOf('/'));
  return { server, tool: target.slice(server.length + 1) };
}

/** Returns the files in the form of the tool's arguments; undefined if the tool accepts only one file. */
function fileArguments(name: string, files: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const [first, ...others] = files;
  if (first === undefined) return {};
  const tool = findTool(name);
  if (tool?.paths?.kind === 'patch') {
    const parts = files.map((file) => `*** Update File: ${file}\n@@\n-a\n+b\n`).join('');
    return { patch: `*** Begin Patch\n${parts}*** End Patch\n` };
  }
  if (others.length === 0) return { path: first };
  return tool?.paths?.kind === 'list' ? { files: files.map((path) => ({ path })) } : undefined;
}
