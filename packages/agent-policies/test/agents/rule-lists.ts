import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentUnderTest } from '../opencode/support.ts';

/** An agent whose command `agent list` prints the rules of each of its agents. */
export interface ListingAgent {
  readonly name: 'opencode' | 'kilo';
  /** Folder of the package below the folder of all agents, and its program. */
  readonly program: string;
  /** Package of its plugins, which it would install into each folder that it reads. */
  readonly plugin: readonly [name: string, version: string];
  readonly ours: AgentUnderTest;
}

/** Path of the program, or undefined if it is not installed. */
export function findProgram({ program }: ListingAgent): string | undefined {
  const folder = process.env.MODEGATE_AGENTS_FOLDER;
  const path = folder === undefined ? undefined : join(folder, program);
  return path !== undefined && existsSync(path) ? path : undefined;
}

type Lists = Readonly<Record<string, readonly string[]>>;

/** Lists rules by agent, both as the agent itself lists them and as they are read here; `none` if it does not start. */
export function listRules(
  agent: ListingAgent,
  files: Readonly<Record<string, string>>,
): { readonly theirs: Lists | 'none'; readonly ours: Lists | 'none' } {
  const root = mkdtempSync(join(tmpdir(), 'modegate-rules-'));
  const [project, home] = [join(root, 'p'), join(root, 'home')];
  mkdirSync(join(home, '.config', agent.name), { recursive: true });
  const placed = Object.entries(files).map(([name, text]) => {
    const path = name.startsWith('<home>/') ? join(home, name.slice('<home>/'.length)) : join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return { path, text, name };
  });
  mkdirSync(project, { recursive: true });
  spawnSync('git', ['init', '-q', project]);
  const own = ['.opencode', '.kilo', '.kilocode']
    .map((folder) => join(project, folder))
    .filter((path) => existsSync(path));
  for (const folder of [join(home, '.config', agent.name), ...own]) stubPlugin(folder, agent.plugin);
  try {
    const { profiles } = agent.ours.readProfiles({ project, home, files: placed });
    const ours = profiles.map(({ name, rules }) => [
      name.slice(agent.name.length + 1),
      rules.rules.map(({ key, pattern, action }) => [key, pattern, action].join(' | ')),
    ]);
    const starts = profiles.every(({ doesNotStart }) => doesNotStart === undefined);
    return { theirs: runList(agent, project, home), ours: starts ? onceEach(Object.fromEntries(ours)) : 'none' };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Puts an empty package where the agent would install one. */
export function stubPlugin(folder: string, [name, version]: ListingAgent['plugin']): void {
  const at = join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version, main: 'index.js' }));
  writeFileSync(join(at, 'index.js'), '');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [name]: version } }));
}

function runList(agent: ListingAgent, project: string, home: string): Lists | 'none' {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    OPENCODE_PURE: '1',
    KILO_PURE: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  };
  const options = { cwd: project, env, timeout: 120_000, encoding: 'utf8', maxBuffer: 2 ** 27 } as const;
  const { stdout } = spawnSync(findProgram(agent) ?? '', ['agent', 'list'], options);
  const found = [...stdout.matchAll(/^(\S[^\n]*?) \(\w+\)\n([\s\S]*?\n\])/gm)];
  if (found.length === 0) return 'none';
  return onceEach(
    Object.fromEntries(
      found.map(([, name = '', json = '[]']) => {
        const rules = JSON.parse(json) as { permission: string; pattern: string; action: string }[];
        return [name, rules.map(({ permission, pattern, action }) => [permission, pattern, action].join(' | '))];
      }),
    ),
  );
}

/** Keeps only the last of equal rules, which is the one that counts. */
function onceEach(lists: Lists): Lists {
  return Object.fromEntries(
    Object.entries(lists).map(([name, rules]) => [
      name,
      rules.filter((rule, index) => rules.lastIndexOf(rule) === index),
    ]),
  );
}
