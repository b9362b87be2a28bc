import type { CommandAnalyser } from '@modegate/mode-core/commands';
import {
  createToolChecks,
  customModesSettingsSchema,
  isToolAllowedForMode,
  type ModeConfig,
  modeConfigSchema,
} from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';
import { judgeWords, wordAnalyser } from '../support/word-analyser.ts';

const docs = {
  slug: 'docs',
  name: 'Docs',
  roleDefinition: 'R',
  groups: ['read', 'command', ['edit', { fileRegex: '^docs/' }]],
  commandRestrictions: {
    allowedCommands: ['npm test', { command: 'git *', reason: 'history' }],
    askCommands: ['git push'],
    disallowedCommands: ['rm'],
  },
} satisfies ModeConfig;
const checks = createToolChecks({ commands: judgeWords() });
const may = (command: string, { isToolAllowedForMode: ask } = checks) =>
  ask('execute_command', 'docs', [docs], undefined, { command });

describe('the Roo facade with commandRestrictions', () => {
  test('the Roo facade judges the command, and one that needs consent is not allowed', () => {
    expect(
      ['npm test', 'git log', 'git push', 'rm x', 'ls', 'npm test > docs/a', 'npm test > a'].map((one) => may(one)),
    ).toEqual([true, true, false, false, false, true, false]);
  });

  test('the error of a refused command has the refusal as its cause', () => {
    const validate = () =>
      checks.validateToolUse('execute_command', 'docs', [docs], undefined, { command: 'git push' });
    expect(validate).toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: 'CONSENT_REQUIRED' }) }));
  });

  test('the Roo facade refuses commands without an analyser and offers nothing that it would refuse', () => {
    expect(isToolAllowedForMode('execute_command', 'docs', [docs], undefined, { command: 'npm test' })).toBe(false);
    expect(isToolAllowedForMode('execute_command', 'docs', [docs])).toBe(false);
    expect(checks.isToolAllowedForMode('execute_command', 'docs', [docs])).toBe(true);
  });

  test('two analysers and two shells have separate answers', () => {
    const nothing = { ...wordAnalyser, parseRule: () => ({ fault: 'is too clever' }) };
    const other = createToolChecks({ commands: judgeWords({ analyser: nothing }) });
    const analyse: CommandAnalyser['analyse'] = (_, { shell: given }) =>
      wordAnalyser.analyse(given === 'sh' ? 'ls' : 'npm test', { shell: given });
    const shell = createToolChecks({ commands: judgeWords({ analyser: { ...wordAnalyser, analyse }, shell: 'sh' }) });
    expect([may('npm test'), may('npm test', other), may('npm test', shell), may('npm test')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('the mode schema', () => {
  test('modeConfigSchema keeps commandRestrictions without foreign keys', () => {
    expect(modeConfigSchema.parse(docs)).toEqual(docs);
    const other = { ...docs.commandRestrictions, allowedCommands: [{ command: 'ls', other: 1 }], other: 1 };
    expect(modeConfigSchema.parse({ ...docs, commandRestrictions: other }).commandRestrictions).toEqual({
      ...docs.commandRestrictions,
      allowedCommands: [{ command: 'ls' }],
    });
  });

  test.each([
    { allowedCommand: ['ls'] },
    { allowedCommands: [{ comand: 'ls' }] },
    { allowedCommands: [{ command: 'ls', whem: {} }] },
    { askCommands: [7] },
    { disallowedCommands: [''] },
    'ls',
  ])('customModesSettingsSchema refuses %j instead of losing a limit', (commandRestrictions) => {
    expect(customModesSettingsSchema.safeParse({ customModes: [{ ...docs, commandRestrictions }] }).success).toBe(
      false,
    );
  });

  test('modeConfigSchema refuses a misspelt list of MCP questions', () => {
    expect(modeConfigSchema.safeParse({ ...docs, mcpRestrictions: { askTool: [] } }).success).toBe(false);
    const kept = { askServers: ['a'], askTools: [{ serverName: 'a', toolName: 'b' }] };
    expect(modeConfigSchema.parse({ ...docs, mcpRestrictions: kept }).mcpRestrictions).toEqual(kept);
  });
});
