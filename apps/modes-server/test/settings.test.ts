import { mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveSettings } from '../src/settings/settings.ts';
import { createProject } from './support/open-server.ts';

const file = (text: string) => join(createProject({ 'config.json': text }), 'config.json');

describe('settings', () => {
  test('defaults', () => {
    const settings = resolveSettings({ globalConfigDir: mkdtempSync(join(tmpdir(), 'empty-')) }, {});
    expect(settings).toMatchObject({
      serverName: 'modegate-modes-server',
      projectRoot: process.cwd(),
      mode: undefined,
      disabledTools: [],
      sessionTimeoutMs: 3_600_000,
      cleanupIntervalMs: 300_000,
      logLevel: 'INFO',
      logFile: undefined,
      auditFile: undefined,
      configFile: undefined,
    });
  });

  test('security, trust: a project is trusted by flag, environment or file only, and a doubtful word is an error', () => {
    const config = file('{ "gateway": { "trust_project": true } }');
    const isTrusted = (flags: object, env = {}) =>
      resolveSettings({ config: file('{}'), ...flags }, env).gateway.trustProject;
    expect([isTrusted({}), isTrusted({ trustProject: true }), isTrusted({ config })]).toEqual([false, true, true]);
    expect(isTrusted({}, { MODEGATE_TRUST_PROJECT: 'yes' })).toBe(true);
    expect(isTrusted({ config }, { MODEGATE_TRUST_PROJECT: '0' })).toBe(false);
    expect(() => isTrusted({}, { MODEGATE_TRUST_PROJECT: 'maybe' })).toThrow(/MODEGATE_TRUST_PROJECT must be one of/);
  });

  test('flags win over environment over file', () => {
    const config = file(
      '{ "sessions": { "timeout": 10 }, "logging": { "level": "ERROR" }, "modes": { "fixed": "ask" } /* fine */, }',
    );
    const env = { MODEGATE_SESSION_TIMEOUT: '20', MODEGATE_LOG_LEVEL: 'warning', ROO_PROJECT_ROOT: '/from/env' };
    expect(resolveSettings({ config }, {})).toMatchObject({ sessionTimeoutMs: 10_000, logLevel: 'ERROR', mode: 'ask' });
    expect(resolveSettings({ config }, env)).toMatchObject({
      sessionTimeoutMs: 20_000,
      logLevel: 'WARNING',
      projectRoot: '/from/env',
    });
    expect(resolveSettings({ config, sessionTimeout: '30', projectRoot: '/from/flag' }, env)).toMatchObject({
      sessionTimeoutMs: 30_000,
      projectRoot: '/from/flag',
    });
  });

  test('the file of the requirement is understood as it stands', () => {
    const config = file(`{
      "server": { "name": "roo-modes-server", "version": "1.0.0", "description": "MCP server exposing Roo-Code mode system" },
      "paths": { "project_root": null, "global_config_dir": "~/.roo-code" },
      "sessions": { "timeout": 3600, "cleanup_interval": 300, "persistence": { "enabled": false, "storage_path": "~/.roo-code/mcp_sessions" } },
      "logging": { "level": "INFO", "file": "~/.roo-code/mcp_modes_server.log", "format": "%(asctime)s - %(name)s - %(levelname)s - %(message)s" }
    }`);
    expect(resolveSettings({ config }, {})).toMatchObject({
      serverName: 'roo-modes-server',
      serverVersion: '1.0.0',
      globalConfigDir: join(homedir(), '.roo-code'),
      logFile: join(homedir(), '.roo-code/mcp_modes_server.log'),
    });
  });

  test.each([
    ['{ "session": {} }', /config\.json:1: unknown key 'session'\. Did you mean 'sessions'\?/],
    ['{\n  "logging": {\n    "level": "LOUD"\n  }\n}', /config\.json:3: 'logging\.level' is not usable/],
    ['{ "sessions": { "timeout": -1 } }', /'sessions\.timeout' is not usable/],
    ['{ "sessions": { "time_out": 1 } }', /unknown key 'sessions\.time_out'\. Did you mean 'timeout'\?/],
    ['{ "sessions": ', /config\.json:1: not valid JSON/],
    ['[]', /is not usable/],
    ['{ "sessions": { "persistence": { "enabled": true } } }', /keeps sessions in memory only/],
  ])('%s is refused with its place', (text, message) => {
    expect(() => resolveSettings({ config: file(text) }, {})).toThrow(message);
  });

  test.each([
    [{ disableTool: ['execute_comand'] }, {}, /^--disable-tool: .*'execute_comand'.*Did you mean 'execute_command'\?$/],
    [{ disableTool: ['read_file', 'Write_to_file'] }, {}, /^--disable-tool: .*'Write_to_file'/],
    [{ disableTool: ['x*'] }, {}, /'x\*'/],
    [{}, { MODEGATE_DISABLED_TOOLS: 'edti' }, /^MODEGATE_DISABLED_TOOLS: .*'edti'/],
  ])('security M4, usability B1: %j with %j names no tool and ends with 2', (flags, env, message) => {
    const run = () => resolveSettings(flags, env);
    expect(run).toThrow(message);
    expect(run).toThrow(expect.objectContaining({ exitCode: 2 }));
  });

  test('security M4: the configuration file is named with its key', () => {
    const config = file('{ "modes": { "disabled_tools": ["edti"] } }');
    expect(() => resolveSettings({ config }, {})).toThrow(/config\.json: modes\.disabled_tools: .*'edti'/);
  });

  test('security M4: wildcards, aliases and names on the wire are names of tools', () => {
    const disableTool = ['edit*', 'search_and_replace', 'mcp--github--create_issue'];
    expect(resolveSettings({ disableTool }, {}).disabledTools).toEqual(disableTool);
  });

  test.each([
    [{ sessionTimeout: '0' }, /above 0/],
    [{ sessionTimeout: 'soon' }, /number of seconds/],
    [{ logLevel: 'loud' }, /must be one of DEBUG/],
    [{ config: '/nowhere/config.json' }, /config init/],
  ])('%j is refused', (flags, message) => {
    expect(() => resolveSettings(flags, {})).toThrow(message);
  });
});
