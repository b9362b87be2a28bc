import { join } from 'node:path';
import {
  type AgentAnswer,
  type AgentCircumstances,
  type AgentProfile,
  type AgentToolCall,
  mainParameter,
  type PermissionAgent,
} from '@modegate/agent-policies';
import { readAgentServers } from '../agent-servers.ts';
import { answerAgentCalls } from '../answer-agent-call.ts';
import type { LoadedProfiles } from '../load-profiles.ts';
import { anyName, capabilities, serverToolName } from './capabilities.ts';
import { type CapabilityCell, capabilityCell } from './capability-cell.ts';
import { decidingRules, toolCell } from './tool-cell.ts';

/** Permissions of agents' profiles, row by row. */
export interface ProfileMatrix {
  readonly rows: readonly ProfileRow[];
  readonly columns: readonly ProfileColumn[];
}

/** A kind of action, or an MCP server. */
export interface ProfileRow {
  readonly id: string;
  readonly title: string;
  /** Name of the server. */
  readonly server?: string;
}

/** The column with everything about one profile. */
export interface ProfileColumn {
  readonly agent: PermissionAgent;
  readonly profile: AgentProfile;
  /** Cells in the order of the rows. */
  readonly cells: readonly CapabilityCell[];
}

/** Evaluates, for each profile, the calls that its rules mention and some other calls. */
export async function profileMatrix(
  loaded: readonly LoadedProfiles[],
  circumstances: AgentCircumstances,
): Promise<ProfileMatrix> {
  const servers = new Map(loaded.map((one) => [one, readAgentServers(one).map(({ name }) => name)]));
  const names = [...new Set([...servers.values()].flat())];
  const rows: readonly ProfileRow[] = [
    ...capabilities.map(({ id, title }) => ({ id, title })),
    ...names.map((server) => ({ id: 'server', title: `MCP server ${server}`, server })),
    { id: 'other-servers', title: names.length === 0 ? 'MCP servers' : 'Other MCP servers' },
  ];
  const columns: ProfileColumn[] = [];
  for (const one of loaded)
    for (const profile of one.profiles) {
      const asked = { loaded: one, profile, circumstances, own: servers.get(one) ?? [], names };
      columns.push({ agent: one.agent, profile, cells: await cellsOf(asked) });
    }
  return { rows, columns };
}

interface AskedProfile {
  readonly loaded: LoadedProfiles;
  readonly profile: AgentProfile;
  readonly circumstances: AgentCircumstances;
  /** Servers configured in the agent's files. */
  readonly own: readonly string[];
  /** Servers configured for any agent. */
  readonly names: readonly string[];
}

/** A tool in a row, with a call that no rule mentions and the calls that rules do mention. */
interface ToolQuestion {
  readonly tool: string;
  readonly call: AgentToolCall;
  readonly probes: readonly AgentToolCall[];
}

async function cellsOf(asked: AskedProfile): Promise<readonly CapabilityCell[]> {
  const { loaded, profile, circumstances } = asked;
  const start = profile.folder === undefined ? loaded.root : join(loaded.root, profile.folder);
  const questions = questionsOf(asked, start);
  const calls = questions.flat().flatMap(({ call, probes }) => [call, ...probes]);
  const answers = await answerAgentCalls(loaded, { profile, calls, circumstances });
  const byCall = new Map(calls.map((call, index) => [call, answers[index] as AgentAnswer]));
  const answerOf = (call: AgentToolCall) => byCall.get(call) as AgentAnswer;
  return questions.map((tools, row) => {
    const cells = tools.map(({ tool, call, probes }) => {
      const others = probes.map((probe) => ({ text: textOf(loaded.agent, probe, start), answer: answerOf(probe) }));
      // Files outside the start folder have their own row; here, only the rules that mention them are considered.
      const counting = others.filter(({ text, answer }) => !text.startsWith('/') || decidingRules(answer).length > 0);
      return toolCell(tool, answerOf(call), counting);
    });
    const absence = row < capabilities.length ? 'no separate tool' : 'not configured';
    return capabilityCell(cells, { root: loaded.root, absence });
  });
}

/** Value of the main argument, or the file of a patch; paths in the start folder are relative to it. */
function textOf(agent: PermissionAgent, { tool, arguments: given }: AgentToolCall, start: string): string {
  const parameter = mainParameter(agent, tool);
  const value = parameter === undefined ? tool : given[parameter];
  const text = typeof value === 'string' ? value : '';
  return (/^\*\*\* \w+ File: (.*)$/m.exec(text)?.[1] ?? text).replaceAll(`${start}/`, '');
}

/** Lists the tools in each row. */
function questionsOf(
  { loaded: { agent }, profile, own, names }: AskedProfile,
  start: string,
): readonly (readonly ToolQuestion[])[] {
  const probes = Map.groupBy(agent.probeCalls(profile), ({ tool }) => tool);
  const ofServer = (server: string) => (tool: string) => tool.startsWith(serverToolName(agent.name, server, ''));
  const isOwn = (tool: string) => Object.hasOwn(agent.tools, tool) || own.some((server) => ofServer(server)(tool));
  const serverQuestion = (server: string, isAsked: (tool: string) => boolean): ToolQuestion => {
    const tool = serverToolName(agent.name, server, anyName);
    const others = [...probes].flatMap(([name, calls]) => (isAsked(name) ? calls : []));
    return { tool, call: { tool, arguments: {} }, probes: others };
  };
  return [
    ...capabilities.map((row) =>
      row.tools[agent.name].map((tool): ToolQuestion => {
        const own = probes.get(tool) ?? [];
        const [unnamed = { tool, arguments: {} }] = own;
        const call = row.argument === undefined ? unnamed : callOf(agent, { tool, value: row.argument(start) });
        return { tool, call, probes: row.isOutside === true ? [] : own.filter((probe) => probe !== call) };
      }),
    ),
    ...names.map((server) => (own.includes(server) ? [serverQuestion(server, ofServer(server))] : [])),
    [serverQuestion(anyName, (tool) => !isOwn(tool) && /_./.test(tool))],
  ];
}

function callOf(
  agent: PermissionAgent,
  { tool, value }: { readonly tool: string; readonly value: string },
): AgentToolCall {
  const parameter = mainParameter(agent, tool);
  if (parameter === undefined) return { tool, arguments: {} };
  const isPatch = agent.tools[tool]?.kind === 'patch';
  const text = isPatch ? `*** Begin Patch\n*** Update File: ${value}\n@@\n-x\n+y\n*** End Patch` : value;
  // This tool's other actions only end or show the processes that it started.
  const action = tool === 'background_process' ? { action: 'start' } : {};
  return { tool, arguments: { [parameter]: text, ...action } };
}

/** Returns the cells of each profile as plain data, for programs. */
export function describeProfiles({ rows, columns }: ProfileMatrix) {
  return columns.map(({ agent, profile: { name, folder, doesNotStart }, cells }) => ({
    name,
    agent: agent.name,
    folder,
    doesNotStart,
    cells: cells.map(({ state, words, tools }, index) => ({
      kind: rows[index]?.id ?? '',
      server: rows[index]?.server,
      state,
      words,
      tools: tools.map(({ tool, outcome, answer: { by, because, within }, exceptions }) => {
        return { tool, outcome, by, because, within, exceptions };
      }),
    })),
  }));
}
