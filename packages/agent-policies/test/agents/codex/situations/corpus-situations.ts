import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CodexRules, codexPolicies, type PermissionFile } from '@modegate/agent-policies';
import { sharedFolder } from '../../../support/shared-folder.ts';
import { type CodexSituation, type CodexTry, patch, run, touch, userConfig } from '../situation.ts';

const folder = join(process.env.MODEGATE_CORPUS ?? join(sharedFolder, 'corpus'), 'agents');
const names = existsSync(folder) ? globSync('{codex,codex-agents}/*', { cwd: folder }).toSorted() : [];

const general = [touch('a1'), touch('../a2'), run('rm -rf zz'), patch('Add p1.md'), patch('Add ../p2.md')];

/** Files of public projects, with calls that their rules name; none without the corpus. */
export const corpusSituations: readonly CodexSituation[] = [
  ...Map.groupBy(names, (name) => basename(name).split('__').slice(0, 2).join('/')),
].flatMap(([project, own]) => {
  const files = Object.fromEntries(
    own.map((name) => [
      `.codex/${basename(name).split('__').join('/').split('/.codex/')[1]}`,
      readFileSync(join(folder, name), 'utf8'),
    ]),
  );
  const all = { ...userConfig(''), ...files };
  const rules = readRules(files);
  const session = { name: `corpus ${project}`, files: all, calls: [...general, ...callsFor(rules)] };
  const roles = rules.roles.slice(0, 3).map((role) => ({
    name: `corpus ${project} ${role}`,
    files: all,
    role,
    calls: general.slice(0, 3),
  }));
  return [session, ...roles];
});

interface WrittenRules {
  readonly patterns: readonly (readonly (readonly string[])[])[];
  /** Names in the files of roles, including those that Codex does not accept. */
  readonly roles: readonly string[];
}

function readRules(files: Readonly<Record<string, string>>): WrittenRules {
  const read = Object.entries(files).map(([name, text]): PermissionFile => ({ name, path: `/p/${name}`, text }));
  const { profiles } = codexPolicies.readProfiles({ project: '/p', home: undefined, files: read });
  const rules = profiles[0]?.rules as CodexRules;
  return {
    patterns: rules.rules.flatMap(({ prefixRules }) => prefixRules.map(({ pattern }) => pattern)),
    roles: Object.entries(files).flatMap(([name, text]) =>
      name.includes('/agents/')
        ? [...text.matchAll(/^name *= *"([^"]+)"/gm)].slice(0, 1).map(([, role = '']) => role)
        : [],
    ),
  };
}

/** Returns calls for up to a dozen rules: for each the command that it names, and a neighbour. */
function callsFor({ patterns }: WrittenRules): readonly CodexTry[] {
  const step = Math.max(1, Math.floor(patterns.length / 12));
  return patterns
    .filter((_, index) => index % step === 0)
    .slice(0, 12)
    .map((pattern, index) => pattern.map((words) => words[index % words.length] ?? ''))
    .filter(isHarmless)
    .flatMap((words, index) => {
      const line = words.map(quote).join(' ');
      const shorter = words.slice(0, -1).map(quote).join(' ');
      const neighbours = [`true && ${line} x`, `${line} > y`, `A=1 ${line}`, shorter === '' ? `${line}x` : shorter];
      return [run(line), run(neighbours[index % neighbours.length] ?? line)];
    });
}

/** True for a command that finds no program and no file: commands from public files also run outside the sandbox. */
function isHarmless(words: readonly string[]): boolean {
  return words.every((word) => !/[<>\n\\]|^[/~]/.test(word));
}

function quote(word: string): string {
  return /^[\w.:/@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
