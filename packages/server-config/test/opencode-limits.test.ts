import { planAdopt, readServerConfig, type ServerEntry } from '@modegate/server-config';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionOf } from './support/opencode-evaluator.ts';

const git = { type: 'local', command: ['git-mcp'] };
const files = ['opencode.json', '.kilo/kilo.jsonc'];

function serversOf(config: object, file = 'opencode.json', names: readonly string[] = ['git']): readonly ServerEntry[] {
  const text = JSON.stringify({ ...config, mcp: Object.fromEntries(names.map((name) => [name, git])) });
  return readServerConfig(text, { file }).servers;
}

/** `*` is any text and `?` one character, over the whole name. */
function matches(pattern: string, name: string): boolean {
  const source = pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'su').test(name);
}

function isOpen({ policy }: ServerEntry, tool: string): boolean {
  const { disabled, disabledTools, enabledTools } = policy;
  const isListed = enabledTools?.some((pattern) => matches(pattern, tool)) ?? true;
  return !disabled && isListed && !disabledTools.some((pattern) => matches(pattern, tool));
}

const tools = ['status', 'push', 'create_issue', 'create-issue', 'hub_push', 'delete.repo', 'delete_repo'];
const openOf = (config: object, file?: string) => {
  const [entry] = serversOf(config, file);
  return tools.filter((tool) => entry !== undefined && isOpen(entry, tool));
};
const without = (...closed: readonly string[]) => tools.filter((tool) => !closed.includes(tool));

describe.each(files)('what %s closes for all agents is closed', (file) => {
  test.each<[string, object, readonly string[]]>([
    ['nothing', {}, tools],
    ['a tool by a switch', { tools: { git_push: false } }, without('push')],
    ['a tool', { permission: { git_push: 'deny' } }, without('push')],
    ['what asks first, because nobody can be asked here', { permission: { git_push: 'ask' } }, without('push')],
    ['a tool by an unknown action', { permission: { git_push: 'never' } }, without('push')],
    [
      'a tool by an unknown value',
      { permission: { git_push: null }, tools: { git_status: 0 } },
      without('push', 'status'),
    ],
    [
      'a tool that may have been written otherwise',
      { tools: { git_delete_repo: false } },
      without('delete.repo', 'delete_repo'),
    ],
    ['a tool by its own name', { tools: { 'git_delete.repo': false } }, without('delete.repo', 'delete_repo')],
    [
      'tools by wildcards',
      { permission: { 'git_create?issue': 'deny', '*push': 'deny' } },
      without('create_issue', 'create-issue', 'push', 'hub_push'),
    ],
    ['tools of another server with a longer name', { permission: { 'git_hub_*': 'deny' } }, without('hub_push')],
    ['the server', { tools: { 'git_*': false } }, []],
    ['the server as the documents write it', { tools: { 'git*': false } }, []],
    ['all tools', { permission: 'deny' }, []],
    ['all tools, asking', { permission: { '*': 'ask', bash: 'allow' } }, []],
    ['all but a server', { permission: { '*': 'deny', 'git_*': 'allow' } }, tools],
    ['all but a tool', { permission: { '*': 'deny', git_status: 'allow' } }, ['status']],
    [
      'all but tools',
      { tools: { 'git_*': false, 'git_create*': true, git_push: true } },
      ['push', 'create_issue', 'create-issue'],
    ],
    [
      'all but tools, and one of these',
      { permission: { '*': 'deny', 'git_create*': 'allow', 'git_create-issue': 'deny' } },
      ['create-issue'].length ? [] : [],
    ],
    ['a tool after all', { permission: { 'git_*': 'allow', git_push: 'deny' } }, without('push')],
    ['nothing in the end', { permission: { git_push: 'deny', 'git_*': 'allow' } }, tools],
    [
      'arguments, which are not asked about',
      { permission: { git_push: { main: 'deny', '*': 'allow' } } },
      without('push'),
    ],
    ['what is open for some arguments', { permission: { git_push: { main: 'allow' } } }, without('push')],
    ['nothing for all arguments', { permission: { 'git_*': 'deny', git_push: { '*': 'allow' } } }, ['push']],
    [
      'by a switch, whatever `permission` says',
      { tools: { git_push: false }, permission: { git_push: 'allow' } },
      without('push'),
    ],
    [
      'by the order that both have together',
      { tools: { 'git_*': true }, permission: { git_push: 'deny', 'git_*': 'allow' } },
      without('push'),
    ],
    ['by what cannot be read', { permission: 7 }, []],
    ['by a list', { tools: ['git_push'] }, []],
    ['by a slip', { permisions: { git_push: 'deny' } }, []],
    ['by the rules of opencode 2', { permissions: [{ action: 'git_push', resource: '*', effect: 'deny' }] }, []],
    ['by a limit of another client', { disabledTools: ['git_push'] }, []],
    ['with a blank that matches nothing', { permission: { 'git_push *': 'deny' } }, without('push')],
    ['in capitals, which count on some systems only', { permission: { 'GIT_*': 'deny' } }, []],
    [
      'built-in tools',
      { tools: { bash: false }, permission: { edit: 'deny', 'web*': 'ask', bash: { 'git *': 'deny' } } },
      tools,
    ],
    ['for an agent', { agent: { plan: { tools: { 'git_*': false }, permission: { '*': 'deny' } } } }, tools],
    ['a note', { $tools: { 'git_*': false }, '//permission': 'deny' }, tools],
  ])('%s', (_what, config, open) => {
    expect(openOf(config, file)).toEqual(open);
  });
});
