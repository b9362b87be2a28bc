import type { AgentToolCall } from '@modegate/agent-policies';
import type { Random } from './random.ts';

/** Permissions in the form that a file has. */
export type Permission = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Returns calls that rules name, and some others. No call writes outside the lab. */
export function callsForRules(permission: Permission, random: Random): readonly AgentToolCall[] {
  return Object.entries(permission).flatMap(([key, value]) => {
    const patterns = typeof value === 'string' ? [...(plain[key] ?? [])] : Object.keys(value);
    return patterns.flatMap((pattern) => callsFor(key, { pattern, random }));
  });
}

/** Texts for a permission without patterns. */
const plain: Readonly<Record<string, readonly string[]>> = {
  '*': ['npm test'],
  bash: ['npm test', 'git status', 'ls'],
  edit: ['src/a.ts', 'docs/a.md'],
  write: ['src/b.ts'],
  read: ['README.md', '.env'],
  webfetch: ['x'],
  glob: ['*.md'],
  grep: ['hello'],
  list: ['src'],
  task: ['general', 'explore'],
  todowrite: ['x'],
  external_directory: ['<parent>/other/*'],
};

interface Sample {
  readonly pattern: string;
  readonly random: Random;
}

function callsFor(key: string, { pattern, random }: Sample): readonly AgentToolCall[] {
  const call = (tool: string, name: string, value: string): AgentToolCall => ({ tool, arguments: { [name]: value } });
  const path = () => vary(toPath(pattern, random), { changes: pathChanges, random });
  switch (key) {
    case '*':
    case 'bash':
      return [1, 2].map(() =>
        call('bash', 'command', vary(toCommand(pattern, random), { changes: textChanges, random })),
      );
    case 'read':
      return [call('read', 'filePath', path()), call('bash', 'command', `cat ${path()}`)];
    case 'edit':
    case 'write':
      return [path(), path()].filter(staysInside).map((file) => call('write', 'filePath', file));
    case 'external_directory':
      return [
        call('read', 'filePath', toPath(pattern, random)),
        call('bash', 'command', `cat ${toPath(pattern, random)}`),
      ];
    case 'glob':
    case 'grep':
      return [call(key, 'pattern', toPath(pattern, random))];
    case 'list':
      return [call('glob', 'pattern', '*')];
    case 'webfetch':
      return [call('webfetch', 'url', 'http://127.0.0.1:9/')];
    case 'task':
      return [call('task', 'subagent_type', fill(pattern, random))];
    case 'todowrite':
      return [{ tool: 'todowrite', arguments: {} }];
    default:
      return [];
  }
}

function fill(pattern: string, random: Random): string {
  return pattern.replaceAll('?', 'y').replaceAll(/\*+/g, () => random.one(['x1', 'general', 'a']));
}

function toCommand(pattern: string, random: Random): string {
  return pattern
    .replace(/^\*$/, 'make all')
    .replaceAll('?', 'y')
    .replaceAll(/\*+/g, () => random.one(['x1', '--flag 2', 'src/a.ts', '', 'main']));
}

function toPath(pattern: string, random: Random): string {
  return pattern
    .replace(/^(?:~|\$HOME)(?=\/)/, '<home>')
    .replaceAll('?', 'y')
    .replaceAll('**', () => random.one(['d/e', 'd']))
    .replaceAll('*', () => random.one(['f', 'g.ts', 'a']));
}

function staysInside(path: string): boolean {
  return !path.startsWith('/') && !path.includes('..') && !/^[A-Za-z]:/.test(path);
}

type Change = (text: string) => string;

function vary(
  text: string,
  { changes, random }: { readonly changes: readonly [Change, ...Change[]]; readonly random: Random },
): string {
  return random.one(changes)(text);
}

const same: Change = (text) => text;

const textChanges: readonly [Change, ...Change[]] = [
  same,
  same,
  (text) => text.trim().split(' ').slice(0, -1).join(' ') || text,
  (text) => `${text} --extra`,
  (text) => `cd src && ${text}`,
  (text) => `${text} | head -5`,
  (text) => `${text} > out.txt`,
  (text) => `${text} 2>&1`,
  (text) => `timeout 5 ${text}`,
  (text) => `FOO=1 ${text}`,
  (text) => text.replace(/^\S+/, "'$&'"),
  (text) => `bash -c '${text.replaceAll("'", '"')}'`,
  (text) => `(${text})`,
  (text) => `echo "$(${text})"`,
  (text) => `${text}\nls`,
  (text) => `sudo ${text}`,
  (text) => text.replace(' ', '  '),
  (text) => `qq || ${text}`,
  (text) => `if ${text}; then ls; fi`,
  (text) => `/usr/bin/${text}`,
];

const pathChanges: readonly [Change, ...Change[]] = [
  same,
  same,
  (path) => (/^[</]/.test(path) ? path : `./${path}`),
  (path) => (/^[</]/.test(path) ? path : `sub/${path}`),
  (path) => (/^[</]/.test(path) ? path : `<project>/${path}`),
  (path) => `${path}.bak`,
];
