import { spawn, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createFolder, writeFiles, writeInto } from '@modegate/cli-kit/testing';
import {
  type ClaudeCall,
  readClaudeCall,
} from '../../../../../packages/agent-policies/test/claude-code/recorded-sessions.ts';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import { liveAgents } from '../../../src/doctor/live/live-agents.ts';
import { promptFor, type ScriptedModel, startScriptedModel } from '../../../src/doctor/live/scripted-model.ts';
import { agentFolder, pinnedAgents } from '../lab/pinned-agents.ts';
import type { ClaudeSituation } from './claude-situation.ts';

/** Outcome of a call in Claude Code; `unclear: …` if its words do not reveal the outcome. */
export type ClaudeAnswer = 'allow' | 'ask' | 'deny' | 'not offered' | 'model decides' | `unclear: ${string}`;

/**
 * Starts Claude Code once and has its model make the calls of a situation. What it asks comes over its control channel
 * and is refused there. Its shell is one that does nothing, so no command runs.
 */
export async function askClaudeCode(situation: ClaudeSituation): Promise<readonly ClaudeAnswer[]> {
  const parent = createFolder();
  const placed = placeSituation(situation, parent);
  const calls = placed.calls.map((call) => readClaudeCall(call, join(parent, 'project')));
  writePlace(placed, parent, calls);
  const steps = calls.flatMap(withPreparation);
  const uses = steps.map(({ call }): ToolUse => ({ name: call.tool, input: call.arguments }));
  const { subagent } = placed.profile;
  const input = { subagent_type: subagent, description: 'd', prompt: promptFor('sub'), run_in_background: false };
  const model = await startScriptedModel(
    subagent === undefined ? { main: uses } : { main: [{ name: 'Agent', input }], sub: uses },
  );
  try {
    const idOf = (index: number) => `toolu_${subagent === undefined ? 'main' : 'sub'}_${index}`;
    const free = new Set(steps.flatMap(({ isAsked }, index) => (isAsked ? [] : [idOf(index)])));
    const asked = await converse(placed, { parent, model, free });
    const results = collectResults(model.requests);
    // Without tools, the model is not asked for calls.
    const script = subagent === undefined ? 'main' : 'sub';
    const own = model.requests.filter((request) => /\[\[script:(\w+)/.exec(request)?.[1] === script);
    const hasTools = own.some((request) => /"tools":\[\{/.test(request));
    return steps.flatMap(({ isAsked }, index) => {
      if (!isAsked) return [];
      if (asked.has(idOf(index))) return ['ask'];
      return [hasTools ? toAnswer(results.get(idOf(index))) : 'not offered'];
    });
  } finally {
    model.close();
  }
}

function placeSituation(situation: ClaudeSituation, parent: string): ClaudeSituation {
  const text = JSON.stringify(situation).replace(/<(project|home|parent)>/g, (_, name: string) =>
    name === 'parent' ? parent : join(parent, name),
  );
  return JSON.parse(text) as ClaudeSituation;
}

const projectFiles = {
  'README.md': 'hello\n',
  'src/x.ts': 'hello\n',
  'docs/x.md': 'hello\n',
  'sub/x.ts': 'hello\n',
  'secret.txt': 'hello\n',
  '.env': 'hello\n',
};

function writePlace({ files, profile }: ClaudeSituation, parent: string, calls: readonly ClaudeCall[]): void {
  const [project, home] = [join(parent, 'project'), join(parent, 'home')];
  writeFiles(project, projectFiles);
  writeFiles(parent, { 'other/o.txt': 'hello\n', 'home/h.txt': 'hello\n' });
  spawnSync('git', ['init', '-q', '-b', 'main', project]);
  for (const [name, text] of Object.entries(files)) writeInto(name.startsWith('/') ? '/' : project, name, text);
  const trust = profile.trusted === false ? {} : { hasTrustDialogAccepted: true };
  const folders = [project, profile.cwd ?? project];
  const projects = Object.fromEntries(folders.map((folder) => [folder, trust]));
  writeFiles(home, { '.claude.json': JSON.stringify({ hasCompletedOnboarding: true, projects }) });
  writeFiles(parent, { 'mcp.json': JSON.stringify({ mcpServers: serversFor(calls, parent) }) });
  chmodSync(writeInto(parent, 'bin/bash', idleShell), 0o700);
}

/** MCP servers with the tools that are called, and one more. */
function serversFor(calls: readonly ClaudeCall[], parent: string): Readonly<Record<string, object>> {
  const tools = new Map([['srv', new Set(['create_issue', 'decide'])]]);
  for (const { tool } of calls) {
    const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
    if (server !== undefined && name !== undefined) tools.set(server, (tools.get(server) ?? new Set()).add(name));
  }
  const recorder = join(import.meta.dirname, '../lab/mcp-recorder.mjs');
  return Object.fromEntries(
    [...tools].map(([server, names]) => {
      const args = [recorder, join(parent, 'server-calls'), server, ...names];
      return [server, { command: process.execPath, args }];
    }),
  );
}

/** A shell that lists its environment, which Claude Code looks at, and runs no command of a call. */
const idleShell = '#!/bin/sh\ncase "$*" in *"&& eval "*) exit 0 ;; esac\nexec bash "$@"\n';

/** A call, and whether its answer counts. A file that is there is read before it changes, as Claude Code insists. */
function withPreparation(call: ClaudeCall): readonly { readonly call: ClaudeCall; readonly isAsked: boolean }[] {
  const { file_path } = call.arguments;
  const isThere = Object.keys(projectFiles).some((name) => String(file_path).endsWith(`/project/${name}`));
  const isEdit = call.tool === 'Edit' || (call.tool === 'Write' && isThere);
  const reading = { tool: 'Read', arguments: { file_path } };
  return [...(isEdit ? [{ call: reading, isAsked: false }] : []), { call, isAsked: true }];
}

interface Conversation {
  readonly parent: string;
  readonly model: ScriptedModel;
  /** Calls that are allowed if Claude Code asks. */
  readonly free: ReadonlySet<string>;
}

/** Lets the agent talk to its model until it is done; returns the calls for which it asked. */
async function converse(
  { profile }: ClaudeSituation,
  { parent, model, free }: Conversation,
): Promise<ReadonlySet<string>> {
  const pinned = pinnedAgents['claude-code'];
  const program = join(agentFolder(process.env.MODEGATE_AGENTS_FOLDER ?? '', pinned), pinned.program);
  const json = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const channel = ['-p', ...json, '--permission-prompt-tool', 'stdio', '--mcp-config', join(parent, 'mcp.json')];
  const child = spawn(program, [...channel, ...splitFlags(profile.flags)], {
    cwd: profile.cwd ?? join(parent, 'project'),
    env: {
      ...liveAgents['claude-code'].env(model.url),
      PATH: process.env.PATH,
      HOME: join(parent, 'home'),
      SHELL: join(parent, 'bin/bash'),
      ENABLE_TOOL_SEARCH: 'false',
      IS_SANDBOX: '1',
    },
    timeout: 100_000,
    killSignal: 'SIGKILL',
  });
  const asked = new Set<string>();
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  send({ type: 'control_request', request_id: 'start', request: { subtype: 'initialize', hooks: null } });
  send({
    type: 'user',
    message: { role: 'user', content: promptFor('main') },
    parent_tool_use_id: null,
    session_id: '',
  });
  child.stdin.on('error', () => {});
  child.stderr.resume();
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as Message;
    if (message.type === 'result') child.stdin.end();
    if (message.type !== 'control_request') continue;
    const { tool_use_id: id, input } = message.request;
    asked.add(id);
    const response = free.has(id)
      ? { behavior: 'allow', updatedInput: input }
      : { behavior: 'deny', message: 'Asked.' };
    send({ type: 'control_response', response: { subtype: 'success', request_id: message.request_id, response } });
  }
  return asked;
}

type Message =
  | { readonly type: 'result' | 'other' }
  | {
      readonly type: 'control_request';
      readonly request_id: string;
      readonly request: { readonly tool_use_id: string; readonly input: object };
    };

/** Splits at blanks outside parentheses and quotation marks. */
function splitFlags(flags = ''): readonly string[] {
  return (flags.match(/'[^']*'|[^\s(]+(\([^)]*\))?/g) ?? []).map((word) => word.replace(/^'|'$/g, ''));
}

interface ToolResult {
  readonly type: string;
  readonly tool_use_id: string;
  readonly is_error?: boolean;
  readonly content: unknown;
}

/** Results of calls that the model was sent, by call. */
function collectResults(requests: readonly string[]): ReadonlyMap<string, ToolResult> {
  const found = new Map<string, ToolResult>();
  for (const request of requests) {
    const { messages = [] } = JSON.parse(request) as { readonly messages?: readonly { readonly content: unknown }[] };
    const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as ToolResult[]) : []));
    for (const block of blocks) if (block.type === 'tool_result') found.set(block.tool_use_id, block);
  }
  return found;
}

function toAnswer(result: ToolResult | undefined): ClaudeAnswer {
  if (result === undefined) return 'unclear: no result';
  if (result.is_error !== true) return 'allow';
  const text = JSON.stringify(result.content);
  if (/No such tool available/.test(text)) return 'not offered';
  if (/Auto mode is unavailable/.test(text)) return 'model decides';
  // It is allowed, and cannot be reached.
  if (/Unable to verify if domain/.test(text)) return 'allow';
  const isDenied =
    /has been denied|denied by your permission settings|covered by a Read deny rule|blocked by a deny rule|denied access to domain|names a device or process file|is not a regular file/;
  return isDenied.test(text) ? 'deny' : `unclear: ${text.slice(0, 300)}`;
}
