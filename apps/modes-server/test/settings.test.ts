import { mkdtempSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveSettings } from '../src/settings/settings.ts';
import type { SettingsFlags } from '../src/settings/settings-reader.ts';
import { createProject } from './support/open-server.ts';

const file = (text: string) => join(createProject({ 'config.json': text }), 'config.json');

describe('settings of modes-server', () => {
  test('agents D5: the first list waits half a second, or as long as configured', () => {
    const wait = (flags: object, env = {}) => resolveSettings(flags, env).gateway.firstListWaitMs;
    expect(wait({})).toBe(500);
    expect(wait({}, { MODEGATE_FIRST_LIST_WAIT: '3' })).toBe(3_000);
    expect(wait({ firstListWait: '0' }, { MODEGATE_FIRST_LIST_WAIT: '3' })).toBe(0);
    expect(() => wait({ firstListWait: '61' })).toThrow('--first-list-wait must be a number of seconds from 0 to 60');
  });

  test('the settings have defaults without flags, variables and file', () => {
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
      audit: undefined,
      configFile: undefined,
    });
  });

  test('a dangling link as the configuration file is an error, because it may disable something', () => {
    const folder = mkdtempSync(join(tmpdir(), 'linked-'));
    symlinkSync('nothing.json', join(folder, 'mcp_modes_server_config.json'));
    expect(() => resolveSettings({ globalConfigDir: folder }, {})).toThrow(/could not be read/);
  });

  test('security, trust: a project is trusted only by flag, environment or file; an unclear value is an error', () => {
    const config = file('{ "gateway": { "trust_project": true } }');
    const isTrusted = (flags: object, env = {}) =>
      resolveSettings({ config: file('{}'), ...flags }, env).gateway.trustProject;
    expect([isTrusted({}), isTrusted({ trustProject: true }), isTrusted({ config })]).toEqual([false, true, true]);
    expect(isTrusted({}, { MODEGATE_TRUST_PROJECT: 'yes' })).toBe(true);
    expect(isTrusted({ config }, { MODEGATE_TRUST_PROJECT: '0' })).toBe(false);
    expect(() => isTrusted({}, { MODEGATE_TRUST_PROJECT: 'maybe' })).toThrow(/MODEGATE_TRUST_PROJECT must be one of/);
  });

  test('flags take precedence over the environment, and the environment over the file', () => {
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

  test('servers contradiction 6: --tool-errors also has a variable and a key', () => {
    const config = file('{ "server": { "tool_errors": "jsonrpc" } }');
    const env = { MODEGATE_TOOL_ERRORS: 'jsonrpc' };
    const empty = { globalConfigDir: mkdtempSync(join(tmpdir(), 'empty-')) };
    expect(resolveSettings(empty, {}).toolErrors).toBe('result');
    expect(resolveSettings(empty, env).toolErrors).toBe('jsonrpc');
    expect(resolveSettings({ config }, {}).toolErrors).toBe('jsonrpc');
    expect(resolveSettings({ config }, { MODEGATE_TOOL_ERRORS: 'result' }).toolErrors).toBe('result');
    expect(resolveSettings({ config, toolErrors: 'result' }, env).toolErrors).toBe('result');
    expect(() => resolveSettings(empty, { MODEGATE_TOOL_ERRORS: 'loud' })).toThrow(/result, jsonrpc, not 'loud'/);
  });

  test('the configuration file from the requirement is accepted unchanged', () => {
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

  test('sessions are persistent if the file, a variable or a flag enables this', () => {
    const sessionFile = (persistence: string, flags = {}, env = {}) =>
      resolveSettings({ config: file(`{ "sessions": { "persistence": ${persistence} } }`), ...flags }, env).sessionFile;
    expect(sessionFile('{ "storage_path": "/kept" }')).toBeUndefined();
    expect(sessionFile('{ "enabled": true }')).toBe(join(homedir(), '.roo-code/mcp_sessions/sessions.db'));
    expect(sessionFile('{ "enabled": true, "storage_path": "/kept" }')).toBe('/kept/sessions.db');
    expect(sessionFile('{}', {}, { MODEGATE_SESSION_STORAGE: '/variable' })).toBe('/variable/sessions.db');
    expect(sessionFile('{}', { sessionStorage: '/flag' }, { MODEGATE_SESSION_STORAGE: '/variable' })).toBe(
      '/flag/sessions.db',
    );
  });

  test.each([
    ['{ "session": {} }', /config\.json:1:3: unknown key 'session'\. Did you mean 'sessions'\?/],
    [
      '{\n  "logging": {\n    "level": "LOUD"\n  }\n}',
      /config\.json:3:5: 'logging\.level' must be one of DEBUG, INFO, WARNING, ERROR, but it is another text\./,
    ],
    ['{ "sessions": { "timeout": -1 } }', /'sessions\.timeout' must be above 0, but it is -1\./],
    ['{ "sessions": { "time_out": 1 } }', /unknown key 'sessions\.time_out'\. Did you mean 'timeout'\?/],
    ['{ "sessions": ', /config\.json:1:15: not valid JSON: value expected/],
    ['[]', /The file must be an object, but it is a list\./],
    [
      '{ "sessions": { "persistence": { "storage_path": "" } } }',
      /'sessions\.persistence\.storage_path' must not be empty\./,
    ],
  ])('the configuration file %s is rejected with the position of its fault', (text, message) => {
    expect(() => resolveSettings({ config: file(text) }, {})).toThrow(message);
  });

  test.each([
    [{ disableTool: ['execute_comand'] }, {}, /^--disable-tool: .*'execute_comand'.*Did you mean 'execute_command'\?$/],
    [{ disableTool: ['read_file', 'Write_to_file'] }, {}, /^--disable-tool: .*'Write_to_file'/],
    [{ disableTool: ['x*'] }, {}, /'x\*'/],
    [{}, { MODEGATE_DISABLED_TOOLS: 'edti' }, /^MODEGATE_DISABLED_TOOLS: .*'edti'/],
  ])(
    'security M4, usability B1: the flags %j with the environment %j name an unknown tool and end with 2',
    (flags, env, message) => {
      const run = () => resolveSettings(flags, env);
      expect(run).toThrow(message);
      expect(run).toThrow(expect.objectContaining({ exitCode: 2 }));
    },
  );

  test('security M4: the error for an unknown tool in the configuration file names the key', () => {
    const config = file('{ "modes": { "disabled_tools": ["edti"] } }');
    expect(() => resolveSettings({ config }, {})).toThrow(/config\.json: modes\.disabled_tools: .*'edti'/);
  });

  test('security M4: wildcards, aliases and wire names are accepted as names of tools', () => {
    const disableTool = ['edit*', 'search_and_replace', 'mcp--github--create_issue'];
    expect(resolveSettings({ disableTool }, {}).disabledTools).toEqual(disableTool);
  });

  test.each([
    [{ sessionTimeout: '0' }, /above 0/],
    [{ sessionTimeout: 'soon' }, /number of seconds/],
    [{ logLevel: 'loud' }, /must be one of DEBUG/],
    [{ config: '/nowhere/config.json' }, /config init/],
  ])('resolveSettings rejects the flags %j', (flags, message) => {
    expect(() => resolveSettings(flags, {})).toThrow(message);
  });
});

describe('limits of sessions', () => {
  test('the session limits have defaults, and flags take precedence over environment and file', () => {
    const config = file('{ "sessions": { "max_tasks": 10, "max_ended_tasks": 20, "max_bytes": 2000000 } }');
    const env = { MODEGATE_MAX_TASKS: '11', MODEGATE_MAX_ENDED_TASKS: '21', MODEGATE_MAX_SESSION_BYTES: '' };
    const room = (flags: object, variables: Record<string, string> = {}) =>
      resolveSettings(flags, variables).sessionCapacity;
    const empty = mkdtempSync(join(tmpdir(), 'empty-'));
    expect(room({ globalConfigDir: empty })).toEqual({
      sessions: 1_000,
      endedSessions: 1_000,
      bytes: 16_777_216,
      owners: 64,
    });
    expect(room({ config })).toEqual({ sessions: 10, endedSessions: 20, bytes: 2_000_000, owners: 64 });
    expect(room({ config, maxTasks: '12', maxPrincipals: '7' }, env)).toEqual({
      sessions: 12,
      endedSessions: 21,
      bytes: 2_000_000,
      owners: 7,
    });
  });

  test.each([
    [{ maxTasks: '0' }, /^--max-tasks must be an integer from 1 to 1000000, not '0'/],
    [{ maxEndedTasks: 'many' }, /^--max-ended-tasks must be an integer/],
    [{ maxSessionBytes: '64MiB' }, /^--max-session-bytes must be an integer from 1048576/],
  ])('the session limit flags %j are rejected', (flags: SettingsFlags, message) => {
    expect(() => resolveSettings(flags, {})).toThrow(message);
  });

  test.each([
    ['"max_tasks": 0.5', /config\.json:1:17: 'sessions\.max_tasks' must be a whole number, but it is 0\.5\./],
    ['"max_byte": 5', /Did you mean 'max_bytes'/],
  ])('the session limit key %s is rejected', (key, message) => {
    expect(() => resolveSettings({ config: file(`{ "sessions": { ${key} } }`) }, {})).toThrow(message);
  });
});

describe('audit log settings', () => {
  const resolve = (flags: object, env: Record<string, string> = {}) =>
    resolveSettings({ globalConfigDir: createProject({}), ...flags }, env).audit;

  test('the audit log is written from a queue and never rotated by default', () => {
    expect(resolve({ auditLog: '/a' })).toEqual({
      file: '/a',
      recordsArguments: false,
      writing: 'queue',
      rotation: undefined,
    });
  });

  test('audit log flags take precedence over the environment', () => {
    const env = {
      MODEGATE_AUDIT_LOG: '/b',
      MODEGATE_AUDIT: 'FSYNC',
      MODEGATE_AUDIT_ROTATE: 'daily, 2k',
      MODEGATE_AUDIT_KEEP: '7',
    };
    expect(resolve({ auditKeep: '3' }, env)).toMatchObject({
      file: '/b',
      writing: 'fsync',
      rotation: { daily: true, maxBytes: 2048, keep: 3 },
    });
  });

  test.each([
    [{ audit: 'sync' }, /--audit sync needs a file/],
    [{ auditLog: '/a', audit: 'soon' }, /queue, sync, fsync/],
    [{ auditLog: '/a', auditRotate: '10' }, /--audit-rotate must be 'daily', a size/],
    [{ auditLog: '/a', auditRotate: '0M' }, /--audit-rotate must be/],
    [{ auditLog: '/a', auditRotate: 'daily', auditKeep: '1.5' }, /--audit-keep must be a whole number/],
    [{ auditLog: '/a', auditKeep: '1' }, /--audit-keep requires --audit-rotate/],
  ])('the audit log flags %j are rejected', (flags, message) => expect(() => resolve(flags)).toThrow(message));
});

test.each([
  [{ sessionStorage: 'postgres://u:secret@db/modegate' }, {}, '--session-storage'],
  [{}, { MODEGATE_SESSION_STORAGE: 'postgres://u:secret@db/modegate' }, 'MODEGATE_SESSION_STORAGE'],
] as const)('N3: a URL as the session folder is rejected with the flag for a database: %j %j', (flags, env, place) => {
  expect(() => resolveSettings({ config: file('{}'), ...flags }, env)).toThrow(
    `${place} must be a path on this machine, not a URL. Specify a database with --database.`,
  );
});
