import type { AgentToolCall, PermissionAgentName } from '@modegate/agent-policies';
import { parse as parseJsonc } from 'jsonc-parser';
import type { Texts } from './mutated-files.ts';

/** Folder of the project. */
const root = '/p';

/** Returns a generator of repeatable random numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Returns calls for comparing two states, made without the probes of the package: everything that the files name as a
 * tool or an argument, its neighbours, and 200 random calls.
 */
export function independentCalls(
  agent: PermissionAgentName,
  sides: readonly Texts[],
  seed: number,
): readonly AgentToolCall[] {
  const named = [...new Set(sides.flatMap((texts) => Object.values(texts)).flatMap((text) => namesIn(agent, text)))];
  const calls = named.flatMap((text) => callsWith[agent](text));
  const random = generator(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const words = [
    ...named.flatMap((text) => text.split(/[\s/]+/)),
    ...'git push npm run test rm -rf ls cat .env src a.ts --force && | > curl x'.split(' '),
  ];
  const chosen = Array.from({ length: 200 }, () => {
    const text = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(words)).join(pick([' ', ' ', '/']));
    return pick(callsWith[agent](text === '' ? 'x' : text));
  });
  return [...new Map([...calls, ...chosen].map((call) => [JSON.stringify(call), call])).values()];
}

/** Returns texts that rules name: the contents of parentheses, the keys of maps, and words in quotation marks. */
function namesIn(agent: PermissionAgentName, text: string): readonly string[] {
  if (agent === 'codex') {
    const rules = [...text.matchAll(/pattern\s*=\s*\[(.*)\],/g)].map(([, inside = '']) =>
      [...inside.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word),
    );
    const tools = [...text.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
    return [
      ...rules.flatMap((words) => [words.join(' '), words.slice(0, 2).join(' '), `${words[0]} ${words.at(-1)}`]),
      ...tools,
    ];
  }
  const strings: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') strings.push(value);
    else if (Array.isArray(value)) for (const one of value) collect(one);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        strings.push(key);
        collect(one);
      }
  };
  collect(parseJsonc(text));
  const inMatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  for (const [, word = ''] of inMatter.matchAll(/["']?([\w*./ -]+)["']?\s*:\s*(?:allow|ask|deny)/g))
    strings.push(word.trim());
  return strings
    .filter((one) => one.length < 200)
    .flatMap((one) => {
      const inside = /^[\w*]+\((.*)\)$/s.exec(one)?.[1];
      const plain = (inside ?? one).replace(/^domain:/, '').replace(/:\*$/, ' *');
      return [plain.replaceAll('*', 'qq'), plain.replaceAll(/\s*\*+/g, '').trim(), plain.replaceAll('*', 'a b')];
    })
    .filter((one) => one !== '');
}

function commandsWith(text: string): readonly string[] {
  const [program = ''] = text.split(' ');
  return [
    text,
    `${text} qq`,
    `${text}qq`,
    `${program} other`,
    `${text} && ls`,
    `ls; ${text}`,
    `${text} | wc -l`,
    `timeout 5 ${text}`,
    `${text} > out.txt`,
  ];
}

function pathsWith(text: string): readonly string[] {
  const path = text.startsWith('//')
    ? text.slice(1)
    : text.startsWith('~')
      ? `/home${text.slice(1)}`
      : text.startsWith('/')
        ? text
        : `${root}/${text.replace(/^\.\//, '')}`;
  return [
    path,
    `${path}/below`,
    `${path}.bak`,
    path.replace(/[^/]*$/, 'sibling'),
    `${root}/deep/er/${text.split('/').at(-1)}`,
    `${root}${text}`,
  ];
}

const callsWith: Readonly<Record<PermissionAgentName, (text: string) => readonly AgentToolCall[]>> = {
  'claude-code': (text) => [
    ...commandsWith(text).map((command) => ({ tool: 'Bash', arguments: { command } })),
    ...pathsWith(text).flatMap((path) => [
      ...['Read', 'Write', 'Edit'].map((tool) => ({ tool, arguments: { file_path: path } })),
      { tool: 'Bash', arguments: { command: `cat ${path}` } },
    ]),
    ...[text, `sub.${text}`, `${text}.evil`].map((host) => ({
      tool: 'WebFetch',
      arguments: { url: `https://${host}/a` },
    })),
    { tool: 'Agent', arguments: { subagent_type: text } },
    { tool: 'Skill', arguments: { skill: text } },
    ...[text, `${text}__qq`].map((tool) => ({ tool, arguments: {} })),
    { tool: 'WebSearch', arguments: { query: text } },
  ],
  opencode: familyCalls,
  kilo: familyCalls,
  codex: (text) => [
    ...commandsWith(text).map((cmd) => ({ tool: 'exec_command', arguments: { cmd } })),
    { tool: 'exec_command', arguments: { cmd: text, sandbox_permissions: 'require_escalated' } },
    ...pathsWith(text).map((path) => ({
      tool: 'apply_patch',
      arguments: { patch: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` },
    })),
    ...['gh', 'github'].map((server) => ({ tool: `mcp__${server}__${text.replaceAll(/\W/g, '_')}`, arguments: {} })),
    { tool: 'web_search', arguments: {} },
  ],
};

function familyCalls(text: string): readonly AgentToolCall[] {
  return [
    ...commandsWith(text).map((command) => ({ tool: 'bash', arguments: { command } })),
    ...pathsWith(text).flatMap((filePath) =>
      ['read', 'write', 'edit'].map((tool) => ({ tool, arguments: { filePath } })),
    ),
    { tool: 'webfetch', arguments: { url: `https://${text}/` } },
    { tool: 'task', arguments: { subagent_type: text } },
    { tool: 'skill', arguments: { name: text } },
    ...['grep', 'glob'].map((tool) => ({ tool, arguments: { pattern: text } })),
    ...[text, `${text}_qq`].map((tool) => ({ tool, arguments: {} })),
  ];
}
