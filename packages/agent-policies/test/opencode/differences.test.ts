import { kiloAgent as kilo, opencodeAgent as opencode } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, type Call, filesOf, folders, read, write } from './support.ts';

const settings = (value: object) => ({ 'opencode.json': JSON.stringify(value) });
const tool = (name: string, args: object = {}): Call => ({ tool: name, arguments: { ...args } });

describe('differences found by asking the agents', () => {
  const inBuild = (value: object, call: Call, circumstances: object = {}) =>
    ask(opencode, settings(value), { profile: 'opencode/build', call, ...circumstances });
  const inCode = (value: object, call: Call, circumstances: object = {}) =>
    ask(kilo, settings(value), { profile: 'kilo/code', call, ...circumstances });

  test('a question about the folder precedes the denial of an edit, which a yes does not override', () => {
    const outside = { tool: 'write', arguments: { filePath: '/srv/a', content: '' } };
    const answer = inBuild({ permission: { edit: { '*': 'deny', 'src/*': 'allow' } } }, outside);
    expect(answer.effect).toBe('ask');
    expect(answer.because).toContain('even if a person agrees, edit: "*": deny (opencode.json:1) refuses the call');
    const auto = { flags: '--auto' };
    expect(inBuild({ permission: { edit: { '*': 'deny', 'src/*': 'allow' } } }, outside, auto).effect).toBe('deny');
  });

  test('a search is checked by its pattern before its folder', () => {
    const search = tool('grep', { pattern: 'x', path: '/etc' });
    const rules = { grep: { '*': 'ask' }, external_directory: 'deny' };
    expect(inBuild({ permission: rules }, search).effect).toBe('ask');
  });

  test('resources of servers are subject to the read permission', () => {
    const resource = tool('read_mcp_resource', { server: 'db', uri: 'note://x' });
    expect(inBuild({ permission: { read: 'deny' } }, resource).effect).toBe('not offered');
    const { by } = inBuild({ permission: { read: { 'mcp:db:*': 'ask' } } }, resource);
    expect(by.map(({ rule }) => rule)).toEqual(['read: "mcp:db:*": ask']);
  });

  test('"agents" defines agents without their limits, which is reported', () => {
    const files = settings({ agents: { a: { permission: { bash: 'deny' } }, b: { color: 'pink' } }, agent: { c: {} } });
    expect(ask(opencode, files, { profile: 'opencode/a', call: 'ls' }).effect).toBe('allow');
    const { profiles, problems } = opencode.readProfiles(filesOf(files));
    expect(profiles.map(({ name }) => name)).not.toContain('opencode/b');
    expect(problems).toMatchObject([{ code: 'limits-ignored', severity: 'error', line: 1 }]);
    expect(kilo.readProfiles(filesOf(files)).profiles.map(({ name }) => name)).not.toContain('kilo/a');
  });

  test('a server has the switch of whichever file sets one, in both forms', () => {
    const files = {
      ...settings({ mcp: { a: { enabled: false }, servers: { b: { type: 'remote', url: 'u', disabled: true } } } }),
      '.opencode/opencode.json': '{"mcp":{"a":{"type":"local","command":["x"]}}}',
    };
    for (const name of ['a_x', 'b_x'])
      expect(ask(opencode, files, { profile: 'opencode/build', call: tool(name) }).effect).toBe('not offered');
  });

  test('a subagent does not have the tools of primary agents', () => {
    const value = { experimental: { primary_tools: ['webfetch'] } };
    const call = tool('webfetch', { url: 'https://example.com' });
    expect(ask(opencode, settings(value), { profile: 'opencode/general', call }).effect).toBe('not offered');
    expect(inBuild(value, call).effect).toBe('allow');
  });

  test('a tool defined in a file replaces a built-in tool, and needs no question', () => {
    const files = { ...settings({ permission: { bash: { '*': 'ask', x: 'deny' } } }), '.opencode/tools/bash.ts': '' };
    expect(ask(opencode, files, { profile: 'opencode/build', call: 'rm -rf x' }).effect).toBe('allow');
  });

  test('plugins are named in the list of read files and in every answer', () => {
    const files = { ...settings({ plugin: ['p@1', ['q', {}]] }), '.opencode/plugins/r.ts': 'export {}' };
    expect(opencode.readProfiles(filesOf(files)).read).toEqual([
      { file: 'opencode.json', contents: '0 rules, 2 plugins not judged' },
      { file: '.opencode/plugins/r.ts', contents: 'plugin, not judged' },
    ]);
    const { because } = ask(opencode, files, { profile: 'opencode/build', call: 'ls' });
    expect(because).toContain('The plugins p@1, q, .opencode/plugins/r.ts may change this answer.');
  });

  test('settings of the machine override all others', () => {
    const text = '{"permission":{"bash":"deny"}}';
    const file = { path: '/etc/opencode/opencode.json', name: '/etc/opencode/opencode.json', text };
    const own = filesOf(settings({ permission: { bash: 'allow' } }));
    const { profiles } = opencode.readProfiles({ ...own, files: [...own.files, file] });
    const [build] = profiles.filter(({ name }) => name === 'opencode/build');
    expect(build && opencode.decideFor(build, { tool: 'bash', arguments: { command: 'ls' } }, {}).effect).toBe(
      'not offered',
    );
  });

  test('Kilo checks the text of a background process as one string', () => {
    const rules = { permission: { bash: { '*': 'deny', 'zz *': 'allow' } } };
    const start = (command: string) => tool('background_process', { action: 'start', command });
    expect(inCode(rules, start('zz a && qq')).effect).toBe('allow');
    expect(inCode(rules, start('cd src')).effect).toBe('deny');
    expect(inCode(rules, tool('background_process', { action: 'list' })).effect).toBe('allow');
  });

  test('Kilo checks both paths of a link for reading, and opencode does not', () => {
    const links = { [`${folders.project}/a.txt`]: 'secret.txt', [`${folders.project}/out`]: '/srv' };
    const rules = { permission: { read: { '*': 'allow', 'secret*': 'deny' } } };
    expect(inCode(rules, read('a.txt'), { links }).effect).toBe('deny');
    expect(inBuild(rules, read('a.txt'), { links }).effect).toBe('allow');
    expect(inCode(rules, read('out/x'), { links }).effect).toBe('ask');
    expect(inCode(rules, write('out/x'), { links }).effect).toBe('allow');
  });

  test('Kilo ignores a project file that includes an outside file, and a server with a variable in its headers', () => {
    const rules = { permission: { bash: 'deny' } };
    const agent = (prompt: string) => ({ ...rules, agent: { a: { prompt } } });
    expect(inCode(agent('{file:./a.md}'), 'ls').effect).toBe('not offered');
    for (const path of ['~/a.md', '/etc/a', '../../a'])
      expect(inCode(agent(`{file:${path}}`), 'ls').effect).toBe('allow');
    const remote = { type: 'remote', url: '{env:U}', headers: { a: '{env:T}' } };
    expect(inCode({ ...rules, mcp: { s: remote } }, 'ls').effect).toBe('not offered');
  });
});
