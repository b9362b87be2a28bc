import { chmodSync, chownSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { type HttpServing, serveHttp } from '@modegate/mcp-protocol/http';
import { type Authenticator, httpAuth } from '@modegate/principals/open';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hookModes } from '../../../test/support/hook-project.ts';
import { askSocket } from '../../modegate/src/hook/ask-socket.ts';
import { hookCalls } from '../src/http/hook-calls.ts';
import { createServerFactory } from '../src/http/serve-over-http.ts';
import { initialize, post } from './support/http-wire.ts';
import { type OpenServer, type OpenServerOptions, openServer } from './support/open-server.ts';
import { principals } from './support/principals.ts';

const modes = hookModes({ notes: '^notes/' });

interface Served {
  readonly modesServer: OpenServer;
  /** Where hooks are answered. */
  readonly url: string;
  /** What the model reads; undefined where there is no objection. */
  readonly write: (path: string, where?: Where) => Promise<string | undefined>;
}

interface Where {
  readonly mode?: string;
  readonly token?: string;
  readonly agentType?: string;
  /** Folder of the project that the address names. */
  readonly project?: string;
  /** The folder of the session. Default: the project. */
  readonly cwd?: string;
}

async function serve(options: OpenServerOptions = {}, principals?: Authenticator): Promise<Served> {
  const modesServer = await openServer({ ...options, files: { '.roomodes': modes, ...options.files } });
  const door = principals === undefined ? {} : httpAuth(principals);
  const audit = options.auditLog;
  const calls = hookCalls(modesServer, { principals, audit });
  const serving: HttpServing = await serveHttp(createServerFactory(modesServer, principals), {
    drainMs: 0,
    ...door,
    calls,
  });
  onTestFinished(() => serving.close());
  const url = serving.url.replace('/mcp', '/hooks/claude-code');
  const { project } = modesServer;
  return {
    modesServer,
    url,
    write: async (path, { mode, token, agentType, project: named, cwd = project } = {}) => {
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const event = { hook_event_name: 'PreToolUse', cwd, agent_type: agentType };
      const call = { ...event, tool_name: 'Write', tool_input: { file_path: join(cwd, path) } };
      const address = mode === undefined ? url : `${url}/${mode}`;
      const query = named === undefined ? '' : `?project=${encodeURIComponent(named)}`;
      const answer = await post(`${address}${query}`, call, headers);
      expect(answer.status).toBe(200);
      return read(answer.json);
    },
  };
}

function read({ hookSpecificOutput, ...rest }: Awaited<ReturnType<typeof post>>['json']): string | undefined {
  expect(rest).toEqual({});
  if (hookSpecificOutput === undefined) return undefined;
  const { permissionDecision, permissionDecisionReason } = hookSpecificOutput;
  expect(permissionDecision).toBe('deny');
  return permissionDecisionReason;
}

describe('the hook of Claude Code over HTTP', () => {
  test('the HTTP hook denies with the rule, its file and line; an empty object means no objection', async () => {
    const { write } = await serve();
    expect(await write('src/a.ts', { mode: 'docs' })).toContain('(FILE_RESTRICTED; project .roomodes:7 ');
    expect(await write('docs/a.md', { mode: 'docs' })).toBeUndefined();
    expect(await write('.claude/settings.json', { mode: 'code' })).toContain('FILE_PROTECTED');
    expect(await write('.roomodes', { mode: 'code' })).toContain('FILE_PROTECTED');
    expect(await write('docs/a.md', { mode: 'unheard-of' })).toContain('MODE_UNKNOWN');
  });

  test('the HTTP hook takes the mode of the address, then of the server, then the default, or denies', async () => {
    const unset = await serve();
    expect(await unset.write('docs/a.md')).toContain('MODE_UNSET');
    expect(await unset.write('docs/a.md', { agentType: 'docs' })).toBeUndefined();
    const withDefault = await serve({ flags: { config: configFile({ hooks: { default_mode: 'notes' } }) } });
    expect(await withDefault.write('docs/a.md')).toContain("mode 'notes'");
    const withMode = await serve({ flags: { mode: 'docs' } });
    expect(await withMode.write('docs/a.md')).toBeUndefined();
    expect(await withMode.write('docs/a.md', { agentType: 'notes' })).toContain("mode 'notes'");
    expect(await withMode.write('notes/a.md', { mode: 'notes' })).toContain('MODE_NOT_ALLOWED');
    const free = await serve({ flags: { mode: 'docs', modeSwitching: 'free' } });
    expect(await free.write('notes/a.md', { mode: 'notes' })).toBeUndefined();
  });

  test('the HTTP hook follows the configuration of the server: tools, agents, protection, disabled tools', async () => {
    const hooks = { agents: { Explore: 'notes' }, protect: false };
    const { write } = await serve({ flags: { config: configFile({ hooks }), mode: 'code' } });
    expect(await write('docs/a.md', { agentType: 'Explore' })).toContain("mode 'notes'");
    expect(await write('.claude/settings.json')).toBeUndefined();
    const off = await serve({ flags: { mode: 'code', disableTool: ['write_to_file'] } });
    expect(await off.write('docs/a.md')).toContain('TOOL_DISABLED');
  });

  test('the HTTP hook answers only for its own project, not for another one that uses the same address', async () => {
    const { write, modesServer } = await serve({ flags: { mode: 'code' } });
    const link = join(createFolder(), 'link');
    symlinkSync(modesServer.project, link);
    for (const project of [modesServer.project, `${modesServer.project}/`, link])
      expect(await write('docs/a.md', { project }), project).toBeUndefined();
    for (const project of [createFolder(), '/nowhere/at/all', join(modesServer.project, '..'), ''])
      expect(await write('docs/a.md', { project }), project).toContain('PROJECT_UNREADABLE');
  });

  test('H4: the HTTP hook judges a session in a git worktree by the project, relative to the worktree', async () => {
    const { write, modesServer } = await serve({ flags: { mode: 'docs' } });
    const worktree = createFolder({ 'docs/README.md': '' });
    writeFiles(worktree, { '.git': `gitdir: ${modesServer.project}/.git/worktrees/one\n` });
    expect(await write('docs/a.md', { cwd: worktree })).toBeDefined();
    writeFiles(modesServer.project, { '.git/worktrees/one/gitdir': `${worktree}/.git\n` });
    expect(await write('docs/a.md', { cwd: worktree })).toBeUndefined();
    expect(await write('src/a.ts', { cwd: worktree })).toContain('(FILE_RESTRICTED; ');
  });

  test('the HTTP hook judges by the latest files that the server has read', async () => {
    const { write, modesServer } = await serve({ flags: { mode: 'docs' } });
    expect(await write('docs/a.md')).toBeUndefined();
    writeFiles(modesServer.project, { '.roomodes': modes.replace('^docs/', '^other/') });
    await modesServer.modes.reload();
    expect(await write('docs/a.md')).toContain('FILE_RESTRICTED');
    writeFiles(modesServer.project, { '.roomodes': 'customModes: [' });
    await modesServer.modes.reload();
    expect(await write('docs/a.md')).toContain('MODES_UNREADABLE');
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['another event', '{"hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{}}'],
    ['no tool', '{"hook_event_name":"PreToolUse","cwd":"/"}'],
    [
      'a key twice',
      '{"hook_event_name":"PreToolUse","cwd":"/","tool_name":"Read","tool_name":"Write","tool_input":{}}',
    ],
  ])('the HTTP hook denies a payload that is %s', async (_what, body) => {
    const { url } = await serve({ flags: { mode: 'code' } });
    const answer = await fetch(url, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(read(await answer.json())).toContain('PAYLOAD_INVALID');
  });

  test('the HTTP hook accepts only POST, for one agent, from an allowed host, within a size limit', async () => {
    const { url } = await serve();
    const got = await fetch(url);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await post(url.replace('claude-code', 'codex'), {})).status).toBe(404);
    expect((await post(`${url}/docs/more`, {})).status).toBe(404);
    expect((await post(url, {}, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await postTo(url, { Host: 'evil.example' })).toBe(403);
    const bytes = await fetch(url, { method: 'POST', body: new Uint8Array([0xff]) });
    expect(await bytes.text()).toContain('PAYLOAD_INVALID');
    // The body itself does not come: one who is still writing it may notice the end of the connection before the answer.
    expect(await postTo(url, { 'Content-Length': '50000000' })).toBe(200);
  });

  test('the HTTP hook requires the usual credential, and opens only the modes of that credential', async () => {
    const { url, write } = await serve({ hasPrincipals: true }, principals);
    expect((await post(url, {})).status).toBe(401);
    expect((await post(url, {}, { Authorization: 'Bearer guess' })).status).toBe(401);
    expect(await write('docs/a.md', { mode: 'docs', token: 'ann-hooks' })).toBeUndefined();
    expect(await write('docs/a.md', { mode: 'docs', token: 'bob-hooks' })).toContain('MODE_NOT_ALLOWED');
    expect(await write('docs/a.md', { agentType: 'docs', token: 'bob-hooks' })).toContain('MODE_NOT_ALLOWED');
  });

  test('V9: the HTTP hook accepts only a token for hooks, which opens nothing else', async () => {
    const { url, write } = await serve({ hasPrincipals: true }, principals);
    expect(await write('docs/a.md', { mode: 'docs', token: 'ann' })).toContain('TOKEN_TOO_WIDE');
    const elsewhere = await post(url.replace('/hooks/claude-code', '/mcp'), initialize, {
      Authorization: 'Bearer ann-hooks',
    });
    expect(elsewhere).toMatchObject({
      status: 403,
      json: { error: { message: expect.stringMatching(/^This token is for agent hooks/) } },
    });
  });

  test.skipIf(process.platform === 'win32')(
    'V9: the HTTP hook at a Unix socket answers only the same user, without a token',
    async () => {
      const folder = createFolder({});
      const path = join(folder, 'hooks.sock');
      const modesServer = await openServer({ files: { '.roomodes': modes }, flags: { mode: 'docs' } });
      const open = async () => {
        const calls = hookCalls(modesServer, { principals: undefined, audit: undefined });
        const options = { drainMs: 0, ...httpAuth(principals), callsSocket: { path, calls } };
        const serving = await serveHttp(createServerFactory(modesServer, principals), options);
        onTestFinished(() => serving.close());
        return serving;
      };
      const serving = await open();
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const ask = (file: string, mode = 'docs') =>
        askSocket(
          JSON.stringify({
            hook_event_name: 'PreToolUse',
            cwd: modesServer.project,
            tool_name: 'Write',
            tool_input: { file_path: join(modesServer.project, file) },
          }),
          { socket: path, agent: 'claude-code', mode, projectRoot: modesServer.project },
        );
      expect(await ask('docs/a.md')).toBe('');
      expect(await ask('src/a.ts')).toContain('FILE_RESTRICTED');
      await expect(open()).rejects.toThrow(/another process is listening/);
      if (process.getuid?.() === 0) {
        chownSync(path, 4242, 4242);
        await expect(ask('docs/a.md')).rejects.toThrow(/belongs to user 4242, but you are user 0/);
        chownSync(path, 0, 0);
      }
      chmodSync(folder, 0o777);
      await expect(ask('docs/a.md')).rejects.toThrow(/other users can write to the folder/);
      chmodSync(folder, 0o700);
      const moved = join(folder, 'moved.sock');
      renameSync(path, moved);
      symlinkSync(moved, path);
      await expect(ask('docs/a.md')).rejects.toThrow(/hooks\.sock is not a socket/);
      renameSync(moved, path);
      await serving.close();
      await expect(ask('docs/a.md')).rejects.toThrow();
      await open();
      expect(await ask('docs/a.md')).toBe('');
    },
  );

  test('V11: the HTTP hook has the size limit of the command-line hook, and logs a call that exceeds it', async () => {
    const lines: object[] = [];
    const auditLog = {
      reopen: () => undefined,
      close: async () => undefined,
      append: (line: object) => void lines.push(line),
    };
    const { url, write, modesServer } = await serve({ flags: { mode: 'docs' }, auditLog });
    const call = (content: string, path = 'docs/a.md') => ({
      hook_event_name: 'PreToolUse',
      cwd: modesServer.project,
      tool_name: 'Write',
      tool_input: { file_path: join(modesServer.project, path), content },
    });
    const large = 'x'.repeat(6 * 1_048_576);
    expect(read((await post(url, call(large))).json)).toBeUndefined();
    expect(read((await post(url, call(large, 'src/a.ts'))).json)).toContain('FILE_RESTRICTED');
    const beyond = await post(url, call('x'.repeat(16 * 1_048_576)));
    expect(beyond.status).toBe(200);
    expect(read(beyond.json)).toContain('PAYLOAD_INVALID');
    expect(lines).toMatchObject([
      { allowed: true, tool: 'Write' },
      { allowed: false, tool: 'Write', code: 'FILE_RESTRICTED' },
      {
        allowed: false,
        agent: 'claude-code',
        mode: 'docs',
        code: 'PAYLOAD_INVALID',
        reason: expect.stringMatching(/exceeds the limit of 16777216 bytes/),
      },
    ]);
    expect(await write('docs/b.md')).toBeUndefined();
  });

  test('Q2, V11: the audit line of the HTTP hook names the server and the tool that were judged', async () => {
    const lines: object[] = [];
    const auditLog = {
      reopen: () => undefined,
      close: async () => undefined,
      append: (line: object) => void lines.push(line),
    };
    const files = { '.roo/mcp.json': JSON.stringify({ mcpServers: { weather: { command: 'weather' } } }) };
    const { url, modesServer } = await serve({ flags: { mode: 'docs' }, auditLog, files });
    const call = {
      hook_event_name: 'PreToolUse',
      cwd: modesServer.project,
      tool_name: 'mcp__weather__get_forecast',
      tool_input: {},
    };
    expect(read((await post(url, call)).json)).toContain('GROUP_MISSING');
    expect(lines).toMatchObject([{ allowed: false, mcp_server: 'weather', mcp_tool: 'get_forecast' }]);
  });

  test('HTTP hook decisions are in the audit log, and a call is denied if its decision cannot be logged', async () => {
    const lines: object[] = [];
    const log = { reopen: () => undefined, close: async () => undefined };
    const kept = await serve({
      flags: { mode: 'docs' },
      auditLog: { ...log, append: (line) => void lines.push(line) },
    });
    await kept.write('src/a.ts');
    await kept.write('docs/a.md');
    expect(lines).toMatchObject([
      {
        program: 'modes-server',
        event: 'decision',
        agent: 'claude-code',
        mode: 'docs',
        allowed: false,
        code: 'FILE_RESTRICTED',
      },
      { program: 'modes-server', event: 'decision', agent: 'claude-code', mode: 'docs', tool: 'Write', allowed: true },
    ]);
    const full = await serve({
      flags: { mode: 'docs' },
      auditLog: {
        ...log,
        append: async (_line, need) => (need === undefined ? undefined : Promise.reject(new Error('ENOSPC'))),
      },
    });
    expect(await full.write('docs/a.md')).toContain('AUDIT_UNWRITABLE');
    expect(await full.write('src/a.ts')).toContain('FILE_RESTRICTED');
  });
});

function configFile(content: object): string {
  return join(createFolder({ 'config.json': JSON.stringify(content) }), 'config.json');
}

/** `fetch` sets the host itself. */
function postTo(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.once('error', reject).end('{}');
  });
}
