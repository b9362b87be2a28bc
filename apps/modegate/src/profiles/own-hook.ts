import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import type { AgentName, CommandAgent, Verdict } from '@modegate/agent-hooks';
import type { AgentAnswer, AgentEffect, AgentToolCall } from '@modegate/agent-policies';
import { showPath } from '@modegate/policy-check/node';
import { ServerConfigError } from '@modegate/server-config';
import { readHook } from '@modegate/server-config/clients';
import { analyseCommand } from '@modegate/shell-commands';
import { TextFileError } from '@modegate/text-files';
import { findDisabledHooks } from '../doctor/find-disabled-hooks.ts';
import { readEntry } from '../doctor/installed-entry.ts';
import { toPayload } from '../doctor/probe-calls.ts';
import { findInstalledIn, type InstalledHookFile } from '../hook/find-installed.ts';
import { hookScopes, hookTarget, isPluginAgent } from '../hook/hook-files.ts';
import type { InstalledSettings } from '../hook/installed-settings.ts';
import { judgeAndRecord } from '../hook/judge-and-record.ts';
import { cacheProject } from '../plugin/cache-project.ts';
import { readPluginSettings } from '../plugin/install-plugin.ts';
import { stateDir } from '../settings.ts';

/** The Modegate hook installed for an agent, which evaluates the agent's calls in addition to the agent's own rules. */
export interface OwnHook {
  /** Path of the file that contains the hook, in the form displayed to users. */
  readonly file: string;
  readonly judge: (call: HookedCall) => Promise<Verdict>;
}

/** A call as a hook receives it. */
export interface HookedCall extends AgentToolCall {
  /** Absolute path of the session's folder. */
  readonly cwd: string;
  /** Name of the agent or subagent that makes the call, if the session specifies one. */
  readonly caller: string | undefined;
}

/** Locations to search for a hook. */
export interface OwnHookPlace {
  readonly root: string;
  /** True to also search the files of the user and the machine. */
  readonly withUser: boolean;
}

/** Finds an agent's nearest hook; returns undefined if there is none, or if the agent's settings disable it. */
export async function findOwnHook(agent: AgentName, { root, withUser }: OwnHookPlace): Promise<OwnHook | undefined> {
  const scopes = hookScopes.filter((scope) => withUser || scope === 'project');
  // The agent cannot read such a file either, so it does not run a hook from that file.
  const found = (
    await Promise.all(scopes.map((scope) => findInstalledIn(agent, scope, root).catch(ofUnreadable)))
  ).flat();
  const [first] = found;
  if (first === undefined) return undefined;
  const { settings, command } = await readInstalled(agent, first, root);
  const installed = found.map(({ scope }) => scope);
  const state = await findDisabledHooks({ client: agent, root, home: homedir(), command, installed, ...first });
  if (state.some(({ status }) => status === 'failed')) return undefined;
  const load = cacheProject();
  const user = { globalConfigDir: undefined, home: homedir(), state: settings.state ?? stateDir(), env: process.env };
  const question = { agent, mode: settings.mode, projectRoot: settings.projectRoot, ...user };
  return { file: showPath(root, first.file), judge: (call) => judgeAndRecord(payloadOf(agent, call), question, load) };
}

function ofUnreadable(error: unknown): readonly InstalledHookFile[] {
  if (error instanceof ServerConfigError || error instanceof TextFileError) return [];
  throw error;
}

interface ReadHook {
  readonly settings: InstalledSettings;
  readonly command: string | undefined;
}

async function readInstalled(agent: AgentName, { file }: InstalledHookFile, root: string): Promise<ReadHook> {
  if (isPluginAgent(agent)) return { settings: (await readPluginSettings(file, root)) ?? {}, command: undefined };
  const command = readEntry(
    agent as CommandAgent,
    await readHook(hookTarget(agent as CommandAgent, file, root)),
  )?.command;
  return { settings: command === undefined ? {} : readFlags(command), command };
}

/** Reads the entry written by `modegate hook install`: a command with flags, or the address of a server. */
function readFlags(command: string): InstalledSettings {
  if (URL.canParse(command) && /^https?:/.test(command)) {
    const { pathname, searchParams } = new URL(command);
    return { mode: pathname.split('/')[3], projectRoot: searchParams.get('project') || undefined };
  }
  const [launcher] = analyseCommand(command, { shell: 'bash' }).programs;
  const options = { mode: { type: 'string' }, 'project-root': { type: 'string' } } as const;
  const args = launcher?.words.slice(1).map(({ text }) => text) ?? [];
  const { values } = parseArgs({ args, options, strict: false });
  return { mode: textOf(values.mode), projectRoot: textOf(values['project-root']) };
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function payloadOf(agent: AgentName, { tool, arguments: input, cwd, caller }: HookedCall): string {
  if (!isPluginAgent(agent)) {
    const payload: object = JSON.parse(toPayload(agent as CommandAgent, { tool, input }, cwd));
    return JSON.stringify({ ...payload, ...(caller !== undefined && { agent_type: caller }) });
  }
  const call = { input: { tool, sessionID: 'modegate-why', callID: '1' }, output: { args: input } };
  return JSON.stringify({ event: 'tool.execute.before', ...call, directory: cwd, agent: caller });
}

/** An agent's answer, along with the hook's answer. */
export interface HookedAnswer extends AgentAnswer {
  /** The hook's verdict, with the file that contains the hook. */
  readonly hook?: { readonly file: string; readonly verdict: Verdict };
  /** The effect of the agent's own answer, if the hook is stricter. */
  readonly withoutHook?: AgentEffect;
}

/** Adds the answer from a hook; the stricter of the two answers determines the effect. */
export function withHook(answer: AgentAnswer, file: string, verdict: Verdict): HookedAnswer {
  const hook = { file, verdict };
  if (verdict.allowed) return { ...answer, hook };
  const effect = 'questions' in verdict ? 'ask' : 'deny';
  const isStricter = effect === 'ask' ? answer.effect === 'allow' : !['deny', 'not offered'].includes(answer.effect);
  if (!isStricter) return { ...answer, hook };
  const rule = { rule: `Modegate's hook: ${verdict.reason}`, effect, file } as const;
  const { within: _, ...rest } = answer;
  return { ...rest, effect, by: [rule, ...answer.by], because: verdict.reason, hook, withoutHook: answer.effect };
}
