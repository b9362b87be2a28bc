import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentToolCall } from '@modegate/agent-policies';
import { parse } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import { recordings } from '../../opencode/support.ts';
import type { Session, Situation } from '../situation.ts';
import { callsForRules, type Permission } from './calls-for-rules.ts';
import { Random } from './random.ts';

/** Folder of real files, next to the repository or named by a variable; undefined if it is absent. */
export function findCorpus(): string | undefined {
  const folder = join(process.env.MODEGATE_CORPUS ?? join(recordings, 'corpus'), 'agents');
  return existsSync(join(folder, 'INDEX.tsv')) ? folder : undefined;
}

/** Situations with the permissions from real files, and calls that their rules name. */
export function corpusSituations(agent: 'opencode' | 'kilo', seed: number): readonly Situation[] {
  const folder = findCorpus();
  if (folder === undefined) return [];
  const rows = readFileSync(join(folder, 'INDEX.tsv'), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([kind = '', file = '']) => kind.startsWith(agent) && existsSync(join(folder, file)));
  const found = rows.flatMap(([kind = '', file = '', , path = ''], index): readonly Situation[] => {
    const text = readFileSync(join(folder, file), 'utf8');
    const random = new Random(seed + index);
    if (kind === `${agent}-agents`) return agentSituations(agent, { text, name: `a${index}`, random });
    return kind === agent && /\.jsonc?$/.test(path) ? settingsSituations(agent, text, random) : [];
  });
  // Agents with their own files do not affect each other, and an agent takes seconds to open a project.
  const isAgents = ({ files }: Situation) => Object.keys(files).every((name) => name.endsWith('.md'));
  const agents = found.filter(isAgents);
  const files = Object.assign({}, ...agents.map((one) => one.files)) as Situation['files'];
  const together = { files, sessions: agents.flatMap(({ sessions }) => sessions) };
  return [...found.filter((one) => !isAgents(one)), ...(agents.length === 0 ? [] : [together])];
}

type Settings = Readonly<Record<string, unknown>>;

const kept = ['permission', 'tools', 'subagent_depth'];
const keptOfAgents = ['mode', 'permission', 'tools'];

/** Situations for a settings file: the first agent, and two of those with separate rules. */
function settingsSituations(agent: 'opencode' | 'kilo', text: string, random: Random): readonly Situation[] {
  const settings = parse(text, [], { allowTrailingComma: true }) as Settings;
  const agents = Object.entries({ ...toMap(settings.mode), ...toMap(settings.agent) }).map(
    ([name, value]) => [name, pick(toMap(value), keptOfAgents)] as const,
  );
  const cut = { ...pick(settings, kept), ...(agents.length > 0 && { agent: Object.fromEntries(agents) }) };
  const files = { 'opencode.json': JSON.stringify(cut) };
  const first = agent === 'opencode' ? 'build' : 'code';
  const withRules = agents.filter(([, value]) => value.permission !== undefined || value.tools !== undefined);
  const profiles = [[first, settings] as const, ...random.some(withRules, 2)];
  const sessions = profiles.flatMap(([profile, value]) => toSession(agent, { profile, value, random }));
  return sessions.length === 0 ? [] : [{ files, sessions }];
}

/**
 * A situation for an agent with its own file; of the front matter, only the parts about permissions are kept, as
 * written.
 */
function agentSituations(
  agent: 'opencode' | 'kilo',
  { text, name, random }: { readonly text: string; readonly name: string; readonly random: Random },
): readonly Situation[] {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  if (block === undefined) return [];
  const parts = block.split(/\r?\n(?=[A-Za-z_])/).filter((part) => keptOfAgents.includes(part.split(':', 1)[0] ?? ''));
  const matter = parts.join('\n');
  const files = { [`.${agent}/agents/${name}.md`]: `---\n${matter}\n---\nx\n` };
  const sessions = toSession(agent, { profile: name, value: toMap(parseYaml(matter)), random });
  return sessions.length === 0 ? [] : [{ files, sessions }];
}

/** A session of an agent; a subagent is started by the first agent. */
function toSession(
  agent: 'opencode' | 'kilo',
  { profile, value, random }: { readonly profile: string; readonly value: Settings; readonly random: Random },
): readonly Session[] {
  const { permission, tools, mode } = value;
  const old = Object.fromEntries(Object.keys(toMap(tools)).map((tool) => [tool === 'write' ? 'edit' : tool, 'allow']));
  const rules = typeof permission === 'string' ? { '*': permission } : { ...old, ...toMap(permission) };
  const calls = distinct(random.some(callsForRules(rules as Permission, random), 8));
  const starts = mode === 'subagent' ? { calledBy: agent === 'opencode' ? 'build' : 'code' } : {};
  return calls.length === 0 ? [] : [{ profile, ...starts, calls }];
}

/** Removes duplicates: three equal calls would make the agent ask if it is in a loop. */
function distinct(calls: readonly AgentToolCall[]): readonly AgentToolCall[] {
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}

function toMap(value: unknown): Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Settings) : {};
}

function pick(settings: Settings, keys: readonly string[]): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key)));
}
