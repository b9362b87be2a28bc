import { askWhy } from '../../apps/modegate/src/commands/why.ts';
import { type LoadedProject, loadCheckedProject } from '../../apps/modegate/src/project/load-project.ts';
import { resolveSettings as resolveCheckerSettings } from '../../apps/modegate/src/settings.ts';
import { hookCalls } from '../../apps/modes-server/src/http/hook-calls.ts';
import { createModesServer, type ModesServer } from '../../apps/modes-server/src/server.ts';
import { resolveSettings as resolveServerSettings } from '../../apps/modes-server/src/settings/settings.ts';
import { createFakeUpstreams, tool } from '../../apps/modes-server/test/support/fake-upstreams.ts';
import { judgeAgentCall, readAgentCall } from '../../packages/agent-hooks/src/index.ts';
import { createConnections } from '../../packages/mcp-host/src/index.ts';
import { connectInMemory } from '../../packages/mcp-protocol/src/testing/index.ts';
import type { Decision, RuleReference } from '../../packages/mode-core/src/index.ts';
import { createToolChecks, FileRestrictionError } from '../../packages/mode-core/src/roo/index.ts';
import { permissionMatrix } from '../../packages/policy-check/src/permissions/index.ts';
import { createShellCommandJudge } from '../../packages/project/src/index.ts';

/** The shape differs by tool. */
type Facts = ReturnType<typeof JSON.parse>;

/** The moment of every question: a Thursday morning in UTC, on no branch, not in CI, for an active task without a parent. */
export const now = Date.UTC(2026, 0, 1, 9);
const circumstances = { at: new Date(now).toISOString(), ci: false, taskState: 'active', taskDepth: '0' };
const task = { state: 'active', depth: 0, parentMode: null };

/** An answer as every door can give it: the code of a refusal, and the rule that decided. */
export interface Answer {
  readonly allowed: boolean;
  readonly code?: string | undefined;
  readonly rule: string;
}

/** One question: a tool of the agent, or the tool of a server. */
export interface Question {
  readonly mode: string;
  readonly tool: string;
  readonly server?: string | undefined;
  /** Text of the command, for `execute_command`. Default: the call names none. */
  readonly command?: string | undefined;
}

function showRule({ layer, file, line, pointer }: Pick<RuleReference, 'layer' | 'file' | 'line' | 'pointer'>): string {
  return [layer, file ?? '', line ?? '', pointer].join(' ');
}

function toAnswer(decision: Decision): Answer {
  return {
    allowed: decision.allowed,
    rule: showRule(decision.by),
    code: decision.allowed ? undefined : decision.code,
  };
}

/** The command line over one project. */
export interface CheckerDoor {
  readonly project: LoadedProject;
  readonly why: (question: Question) => Promise<Answer>;
  /** Undefined where the row depends on arguments, or does not exist. */
  readonly matrix: (question: Question) => Answer | undefined;
}

/** Opens `modegate why` and `modegate matrix` on a folder. */
export async function openChecker(root: string): Promise<CheckerDoor> {
  const project = await loadCheckedProject(await resolveCheckerSettings({ projectRoot: root }));
  const { rows } = permissionMatrix(project.policy, { circumstances: { at: now, context: { ci: false }, task } });
  const byKey = new Map(
    rows.flatMap((row) => {
      const { subject, mode } = row;
      if (subject.kind !== 'tool' && subject.kind !== 'mcp-tool') return [];
      const server = subject.kind === 'mcp-tool' ? subject.server : undefined;
      return [[keyOf({ mode, tool: subject.tool, server }), row] as const];
    }),
  );
  return {
    project,
    why: async ({ mode, tool: name, server, command }) => {
      const target = server === undefined ? name : `${server}/${name}`;
      const { decision } = await askWhy(project, { mode, target, command }, circumstances);
      return toAnswer(decision);
    },
    matrix: (question) => {
      const row = byKey.get(keyOf(question));
      if (row === undefined || row.state === 'limited' || row.state === 'unknown') return undefined;
      const code = row.state === 'asks' ? 'CONSENT_REQUIRED' : row.code;
      return { allowed: row.state === 'allowed', rule: showRule(row.by), code };
    },
  };
}

function keyOf({ mode, tool: name, server }: Question): string {
  return JSON.stringify([mode, server ?? null, name]);
}

/**
 * The facade that an extension calls, over the modes and servers of a project. It is given modes in memory and one server a call, so that
 * it answers for projects whose files can be read, and for servers that are only on or off by default; undefined for others.
 */
export function openFacade({ modes, servers, sources }: LoadedProject): (question: Question) => boolean | undefined {
  const { isToolAllowedForMode } = createToolChecks({
    commands: createShellCommandJudge('bash'),
    now: () => now,
    context: () => ({ ci: false }),
    task: () => task,
  });
  const isReadable = sources.every(({ state }) => state !== 'unreadable');
  const customModes = (modes.project?.document as { customModes?: never[] } | undefined)?.customModes ?? [];
  const contextOf = (server: string, toolName: string) => {
    const entry = servers.find((one) => one.name === server);
    if (entry?.state !== 'valid') return undefined;
    const { disabled, defaultEnabled, disabledTools, enabledTools } = entry.policy;
    if (disabled || disabledTools.length > 0 || enabledTools !== undefined) return undefined;
    return { serverName: server, toolName, serverDefaultEnabled: defaultEnabled };
  };
  return ({ mode, tool: name, server, command }) => {
    const context = server === undefined ? undefined : contextOf(server, name);
    if (!isReadable || (context === undefined && command === undefined)) return undefined;
    const tool = context === undefined ? name : 'use_mcp_tool';
    try {
      return isToolAllowedForMode(tool, mode, customModes, undefined, { command }, context);
    } catch (error) {
      if (error instanceof FileRestrictionError) return false;
      throw error;
    }
  };
}

/** An agent whose calls can put a question: its payload, what the catalogue's tools are called there, and the names of MCP tools. */
interface AskedAgent {
  readonly tools: Readonly<Record<string, string>>;
  readonly mcpName: (server: string, tool: string) => string;
  /** Its arguments of a command. */
  readonly input?: (command: string) => object;
  readonly payload: (tool: string, input: object, mcp?: { readonly server: string; readonly name: string }) => object;
}

// Only tools that are judged without looking at arguments, and commands.
const askedAgents = {
  gemini: {
    tools: {
      execute_command: 'run_shell_command',
      browser_action: 'web_fetch',
      new_task: 'invoke_agent',
      skill: 'activate_skill',
      ask_followup_question: 'ask_user',
      update_todo_list: 'write_todos',
    },
    mcpName: (server, tool) => `mcp_${server}_${tool}`,
    payload: (tool, input, mcp) => ({
      hook_event_name: 'BeforeTool',
      cwd: '/',
      tool_name: tool,
      tool_input: input,
      ...(mcp && { mcp_context: { server_name: mcp.server, tool_name: mcp.name } }),
    }),
  },
  cursor: {
    tools: { execute_command: 'Shell', browser_action: 'WebFetch', new_task: 'Task', update_todo_list: 'TodoWrite' },
    mcpName: (_server, tool) => `MCP:${tool}`,
    payload: (tool, input) => ({ hook_event_name: 'preToolUse', cwd: '/', tool_name: tool, tool_input: input }),
  },
  opencode: {
    tools: {
      execute_command: 'bash',
      browser_action: 'webfetch',
      new_task: 'task',
      skill: 'skill',
      ask_followup_question: 'question',
      update_todo_list: 'todowrite',
    },
    mcpName: (server, tool) => `${server}_${tool}`,
    payload: (tool, input) => ({
      event: 'tool.execute.before',
      input: { tool, sessionID: 's' },
      output: { args: input },
      directory: '/',
    }),
  },
  cline: {
    tools: {
      execute_command: 'run_commands',
      browser_action: 'fetch_web_content',
      new_task: 'spawn_agent',
      skill: 'skills',
      ask_followup_question: 'ask_question',
      attempt_completion: 'submit_and_exit',
    },
    mcpName: (server, tool) => `${server}__${tool}`,
    input: (command) => ({ commands: [command] }),
    payload: (tool, input) => ({ event: 'beforeTool', toolCall: { toolName: tool }, input, directory: '/' }),
  },
} as const satisfies Readonly<Record<string, AskedAgent>>;

/** The agents whose calls can put a question. */
export const askedAgentNames = ['gemini', 'cursor', 'opencode', 'cline'] as const;

/** The hook or plugin of an agent over a project; undefined for questions that its calls cannot put. */
export function openHook(
  agent: (typeof askedAgentNames)[number],
  { policy }: LoadedProject,
): (question: Question) => Partial<Answer> | undefined {
  const { tools, mcpName, input = (command) => ({ command }), payload }: AskedAgent = askedAgents[agent];
  return ({ mode, tool: name, server, command }) => {
    const called = server === undefined ? tools[name] : mcpName(server, name);
    if (called === undefined) return undefined;
    const args = command === undefined ? {} : input(command);
    const call = readAgentCall(
      agent,
      JSON.stringify(payload(called, args, server === undefined ? undefined : { server, name })),
    );
    if (!call.ok) throw new Error(call.detail);
    const verdict = judgeAgentCall(policy, call.value, {
      modes: [mode],
      locate: () => [],
      circumstances: { at: now, context: { ci: false }, task },
    });
    if (verdict.allowed) return { allowed: true };
    return { allowed: false, code: verdict.code, rule: verdict.by === undefined ? '' : showRule(verdict.by) };
  };
}

/** What Claude Code calls the catalogue's tools that are judged without looking at arguments, and commands. */
const claudeTools: Readonly<Record<string, string>> = {
  execute_command: 'Bash',
  browser_action: 'WebFetch',
  skill: 'Skill',
  ask_followup_question: 'AskUserQuestion',
  update_todo_list: 'TodoWrite',
};

/** Asks as Claude Code does over HTTP, in the mode of the address; undefined for questions that its calls cannot put. */
function openHttpHook(modesServer: ModesServer, root: string): ServerDoor['hook'] {
  const calls = hookCalls(modesServer, { principals: undefined, audit: undefined });
  return async ({ mode, tool: name, server, command }) => {
    const called = server === undefined ? claudeTools[name] : `mcp__${server}__${name}`;
    const pathname = `/hooks/claude-code/${mode}`;
    if (called === undefined || !calls.has(pathname)) return undefined;
    const payload = {
      hook_event_name: 'PreToolUse',
      cwd: root,
      tool_name: called,
      tool_input: command === undefined ? {} : { command },
      ...(server !== undefined && { mcp_server: { name: server } }),
    };
    const asked = { pathname, query: '', headers: {}, body: JSON.stringify(payload) };
    const page = await calls.answer({ ...asked, principal: undefined });
    if ('kind' in page) throw new Error(page.kind);
    const { hookSpecificOutput } = JSON.parse(page.body);
    if (hookSpecificOutput === undefined) return { allowed: true };
    const [, code] = /\(([A-Z_]+)(?:;|\))/.exec(hookSpecificOutput.permissionDecisionReason) ?? [];
    return { allowed: false, code };
  };
}

/** modes-server and its gateway over one project. */
export interface ServerDoor {
  /** What the hook of Claude Code is answered over HTTP. */
  readonly hook: (question: Question) => Promise<Partial<Answer> | undefined>;
  readonly validate: (question: Question) => Promise<Answer>;
  /** What became of a call to a connected server; undefined where the server is not connected or has no such tool. */
  readonly call: (question: Question) => Promise<Pick<Answer, 'allowed' | 'code'> | undefined>;
  readonly close: () => Promise<void>;
}

/** Opens modes-server on a folder, with servers that offer these tools and live in the test. */
export async function openModesServer(
  root: string,
  offered: Readonly<Record<string, readonly string[]>>,
): Promise<ServerDoor> {
  const upstreams = createFakeUpstreams(
    Object.fromEntries(
      Object.entries(offered).map(([server, names]) => [server, { tools: names.map((name) => tool(name)) }]),
    ),
  );
  const ignore = () => undefined;
  const modesServer = createModesServer({
    settings: resolveServerSettings({ projectRoot: root, globalConfigDir: `${root}/none`, gateway: 'on' }, {}),
    log: { debug: ignore, info: ignore, warning: ignore, error: ignore, close: ignore },
    now: () => now,
    connect: (made) => createConnections({ ...made, openTransport: upstreams.openTransport }),
  });
  await modesServer.modes.ready;
  const client = await connectInMemory(modesServer.server);
  await modesServer.gateway?.ready;
  await modesServer.gateway?.gateway.connections.settled();
  const call = async (name: string, args: object): Promise<Facts> =>
    (await client.callTool(name, args)).structuredContent;
  const sessions = new Map<string, Promise<string>>();
  const sessionOf = (mode: string) => {
    const session = sessions.get(mode) ?? call('create_task', { mode_slug: mode }).then(({ session_id }) => session_id);
    sessions.set(mode, session);
    return session;
  };
  return {
    hook: openHttpHook(modesServer, root),
    validate: async ({ mode, tool: name, server, command }) => {
      const identity = server === undefined ? {} : { mcp_server: server, mcp_tool: name };
      const facts = await call('validate_tool_use', {
        session_id: await sessionOf(mode),
        tool_name: server === undefined ? name : 'use_mcp_tool',
        ...identity,
        ...(command !== undefined && { tool_params: { command } }),
      });
      const { layer, source_file, line, pointer } = facts.rule;
      return { allowed: facts.allowed, code: facts.code, rule: showRule({ layer, file: source_file, line, pointer }) };
    },
    call: async ({ mode, tool: name, server }) => {
      const found = modesServer.gateway?.gateway.index.catalogue.tools.find(
        (one) => one.server === server && one.tool === name,
      );
      if (found === undefined) return undefined;
      const facts = await call('call_tool', { name: found.exposedName, session_id: await sessionOf(mode) });
      const code = facts?.error?.data?.code;
      return { allowed: code === undefined, code };
    },
    close: async () => {
      await modesServer.close();
    },
  };
}
