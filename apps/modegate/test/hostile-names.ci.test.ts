import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { commitAll, run } from './support/run-program.ts';

const hostile = 'up\n::error file=a::PWN\n##[error]PWN\r\n::set-output name=a::b\u001b[2J\u009b2J\u202e\u2028\u{e0041}';
const mode = (slug: string, more: object) => ({
  slug,
  name: hostile,
  roleDefinition: hostile,
  groups: ['read', ['edit', { fileRegex: `^docs/${hostile}`, description: hostile }], 'mcp'],
  ...more,
});
const tools = [{ serverName: hostile, toolName: 'get_x' }];
const modes = (more: object) =>
  JSON.stringify({ customModes: [mode('m', { mcpRestrictions: more }), mode(hostile, {})] });
const inventory = [
  { name: hostile, tools: [{ name: hostile, description: hostile, inputSchema: {} }, { name: 'get_x' }] },
];
const project = {
  '.roomodes': modes({ allowedServers: [hostile], disallowedTools: tools }),
  '.roo/mcp.json': JSON.stringify({ mcpServers: { [hostile]: { command: hostile, alwaysAllow: ['*', hostile] } } }),
  'tools.json': JSON.stringify(inventory),
  '::error::x.modes-test.yaml': JSON.stringify({
    version: 1,
    tests: [{ name: hostile, mode: hostile, tool: hostile }],
  }),
};

describe.concurrent('security L4: output without control sequences for terminals and CI runners', () => {
  test.each<readonly string[]>([
    ...['pretty', 'concise', 'json', 'jsonl', 'sarif', 'gitlab', 'junit', 'markdown', 'github'].map((format) => [
      'check',
      '--persona',
      'audit',
      '--inventory',
      'tools.json',
      '--format',
      format,
    ]),
    ...['text', 'json', 'markdown', 'csv'].map((format) => ['matrix', '--inventory', 'tools.json', '--format', format]),
    ...['text', 'json'].map((format) => ['why', 'm', `${hostile}/get_x`, '--format', format]),
    ['why', hostile, hostile],
    ...['yaml', 'json'].map((format) => ['suggest', '--inventory', 'tools.json', '--format', format]),
    ['suggest', '--mode', hostile],
    ...['text', 'json', 'markdown'].map((format) => ['diff', 'HEAD', '--format', format]),
    ['report', '--html', '-', '--inventory', 'tools.json', '--base', 'HEAD'],
    ['test'],
    ['test', '--format', 'json'],
    ['lock', '--verify', '--inventory', 'tools.json'],
    ['fix', '--unsafe', '--dry-run'],
    ['migrate', '--to', 'allowedMcpServers'],
    ['explain', hostile],
  ])('%s prints no control sequence from hostile names', async (...args) => {
    const folder = createFolder(project);
    commitAll(folder);
    await run(['lock', '--inventory', 'tools.json'], folder);
    const later = createFolder({ ...project, '.roomodes': modes({ disallowedTools: tools }) });
    const words = args[0] === 'diff' ? ['diff', folder, later, ...args.slice(2)] : args;
    const { code, stdout, stderr } = await run(words, folder);
    expect([0, 1, 2, 4]).toContain(code);
    expect(`${stdout}${stderr}`).not.toBe('');
    for (const line of `${stdout}\n${stderr}`.split('\n')) {
      expect(line.replaceAll(/[\t\u2060]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      if (words.includes('github'))
        expect(line).toMatch(/^(?:::(?:error|warning|notice) .*::|::(?:error|warning|notice)::|(?!\s*::|.*##\w*\[))/);
      else expect(line).not.toMatch(/^\s*::|##\w*\[/);
    }
  });
});
