import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsForRule } from './calls-for-rule.ts';
import type { ClaudeSituation } from './claude-situation.ts';
import { type Pick, seededPick } from './seeded-pick.ts';

const root = join(import.meta.dirname, '../../../../..');

/** Folder with settings and agents of public repositories; undefined on most machines. */
export const corpusFolder = [join(root, '../shared'), join(root, '../../shared')]
  .map((folder) => join(folder, 'corpus/agents'))
  .find((folder) => existsSync(folder));

/** Sessions made of rules and agents of the corpus: always the same ones. */
export function corpusSituations(folder: string): readonly ClaudeSituation[] {
  const pick = seededPick(27);
  return [...settingsOf(folder).flatMap((file) => fromSettings(file, pick)), ...fromAgents(folder, pick)];
}

type Lists = Readonly<Partial<Record<'allow' | 'ask' | 'deny', readonly unknown[]>>>;

interface Settings {
  readonly permissions?: Lists & { readonly defaultMode?: unknown };
}

function settingsOf(folder: string): readonly Settings[] {
  const files = readdirSync(join(folder, 'claude-settings')).toSorted();
  return files.flatMap((name): readonly Settings[] => {
    try {
      return [JSON.parse(readFileSync(join(folder, 'claude-settings', name), 'utf8')) as Settings];
    } catch {
      return [];
    }
  });
}

const limits = { allow: 5, ask: 2, deny: 4 } as const;
const callsOfEachRule = 3;

function fromSettings({ permissions = {} }: Settings, pick: Pick): readonly ClaudeSituation[] {
  const rulesOf = (list: keyof Lists) =>
    pick(usableRules(Array.isArray(permissions[list]) ? permissions[list] : []), limits[list]);
  const lists = { allow: rulesOf('allow'), ask: rulesOf('ask'), deny: rulesOf('deny') };
  const all = Object.values(lists).flat();
  const picked = all.flatMap((rule) => pick(callsForRule(rule, pick), callsOfEachRule));
  const isFolder = (call: string) => picked.some((other) => other.startsWith(`${call}/`) && call.startsWith('Read '));
  const calls = picked.filter((call) => !isFolder(call));
  if (calls.length === 0) return [];
  const { defaultMode } = permissions;
  // In the modes plan and auto, a model decides.
  const mode = typeof defaultMode === 'string' && !/^(plan|auto)$/.test(defaultMode) && { defaultMode };
  const text = JSON.stringify({ permissions: { ...lists, ...mode } });
  const [profile = {}] = pick(profiles, 1);
  return [{ files: { '.claude/settings.json': text, ...filesFor(calls) }, profile, calls: [...new Set(calls)] }];
}

const profiles = [
  {},
  {},
  {},
  {},
  { flags: '--permission-mode acceptEdits' },
  { flags: '--permission-mode dontAsk' },
  { flags: '--permission-mode bypassPermissions' },
  { trusted: false },
] as const;

/** Rules that are short and hold neither secrets nor names of persons. */
function usableRules(entries: readonly unknown[]): readonly string[] {
  return entries
    .filter((entry): entry is string => typeof entry === 'string' && entry.length <= 70)
    .filter((rule) => !/[\w+/=-]{28,}|token|secret=|key=|password|[^\x20-\x7e]/i.test(rule))
    .map((rule) => rule.replace(/(\/?\/(?:Users|home|c\/Users)\/)[\w.-]+/gi, '$1me'));
}

/** Files that calls to Read need. */
function filesFor(calls: readonly string[]): Readonly<Record<string, string>> {
  const read = calls.flatMap((call) => /^Read ([^</].*)$/.exec(call)?.slice(1) ?? []);
  return Object.fromEntries(read.map((name) => [name, 'hello\n']));
}

const callsOfAgents = [
  'Read README.md',
  'Write n.ts',
  'ls',
  'npm test',
  'WebFetch https://example.com/',
  'mcp__srv__create_issue',
];
const numberOfAgents = 40;

/** Subagents with the limits of agents of the corpus. */
function fromAgents(folder: string, pick: Pick): readonly ClaudeSituation[] {
  const files = readdirSync(join(folder, 'claude-agents')).toSorted();
  const limited = files.flatMap((name) => {
    const text = readFileSync(join(folder, 'claude-agents', name), 'utf8');
    const lines = text.match(/^(tools|disallowedTools|permissionMode):[^\n]*(\n +- [^\n]*)*/gm) ?? [];
    return lines.length === 0 || lines.some((line) => line.length > 120) ? [] : [lines.join('\n')];
  });
  return pick([...new Set(limited)], numberOfAgents).map((limits) => ({
    files: { '.claude/agents/lim.md': `---\nname: lim\ndescription: d\n${limits}\n---\nYou work.\n` },
    profile: { subagent: 'lim' },
    calls: callsOfAgents,
  }));
}
