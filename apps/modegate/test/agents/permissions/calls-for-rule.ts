import type { Pick } from './seeded-pick.ts';

/** Calls that a rule names, and others that are close to them. */
export function callsForRule(rule: string, pick: Pick): readonly string[] {
  const [, tool = '', inside] = /^(\w[\w-]*)(?:\((.*)\))?$/s.exec(rule) ?? [];
  if (ownServer.test(rule)) return [];
  if (tool.startsWith('mcp__')) return serverCalls(tool);
  if (tool === 'Bash') return bashCalls(inside ?? '*', pick);
  if (/^(Read|Edit|Write|MultiEdit|NotebookEdit|Glob|Grep)$/.test(tool)) return fileCalls(inside ?? '**');
  if (tool === 'WebFetch') return fetchCalls(inside ?? '');
  if (tool === 'WebSearch') return ['WebSearch weather'];
  return [];
}

/** Servers of Claude Code itself: `ide`, and names that `claude mcp add` refused when 2.1.330 was asked. */
const ownServer = /^mcp__(ide|claude[-_]in[-_]chrome|claude_preview|claude_ai|computer-use|workspace)(_|$)/i;

/** Ways to write a command so that a rule may see it or not. */
const spellings: readonly ((command: string) => string)[] = [
  (one) => one,
  (one) => `${one} --help`,
  (one) => `${one} && zz`,
  (one) => `ls && ${one}`,
  (one) => `${one} | head -5`,
  (one) => `${one} 2>&1`,
  (one) => `${one} > out.txt`,
  (one) => `timeout 5 ${one}`,
  (one) => `sudo ${one}`,
  (one) => `env A=1 ${one}`,
  (one) => `FOO=1 ${one}`,
  (one) => `CI=1 ${one}`,
  (one) => `cd src && ${one}`,
  (one) => `(${one})`,
  (one) => `bash -c '${one.replaceAll("'", '')}'`,
  (one) => one.replace(/^\S+/, '$&x'),
  (one) => one.replace(/^\S+/, '/usr/bin/$&'),
  (one) => one.replace(/^\S+/, '"$&"'),
  (one) => one.replace(' ', '  '),
  (one) => one.replace(/ \S+$/, ''),
  (one) => `xargs ${one}`,
  (one) => `${one} $X`,
  (one) => `echo $(${one})`,
  (one) => `if true; then ${one}; fi`,
];

function bashCalls(specifier: string, pick: Pick): readonly string[] {
  const command = specifier
    .replace(/:\*$/, pick(['', ' a', ' -x'], 1)[0] ?? '')
    .replaceAll('**', 'a/b')
    .replaceAll('*', 'a')
    .trim();
  if (command === '' || /\brm\b.*\s\/|mkfs|:\(\)/.test(command)) return ['npm test', 'ls'];
  return [command, ...pick(spellings, 4).map((spell) => spell(command))];
}

function fileCalls(specifier: string): readonly string[] {
  const path = specifier
    .replace(/^\.\//, '')
    .replaceAll('**', 'a/b')
    .replaceAll('*', 'n')
    .replace(/\/$/, '/n')
    .replace(/[?{}[\]]/g, '');
  if (/^[/~]|\.\.|^\w:|\\/.test(path) || path === '') return [`cat ${path}`, 'cat README.md'];
  return [
    `Write ${path}`,
    `Write sub/${path}`,
    `Write ${path}.x`,
    `Read ${path}`,
    `cat ${path}`,
    `cp README.md ${path}`,
    `echo hi > ${path}`,
    `rm ${path}`,
  ];
}

function serverCalls(rule: string): readonly string[] {
  const [, server = '', name = 'read'] = /^mcp__(.+?)(?:__(.*))?$/.exec(rule) ?? [];
  return [`mcp__${server}__${name.replace('*', 'read')}`, `mcp__${server}__other`, 'mcp__srv__decide'];
}

function fetchCalls(specifier: string): readonly string[] {
  const host = specifier.replace(/^domain:/, '').replaceAll('*', 'a') || 'example.com';
  return [
    `https://${host}/x`,
    `https://sub.${host}/`,
    `http://${host.toUpperCase()}:8080/`,
    'https://example.net/',
  ].map((url) => `WebFetch ${url}`);
}
