import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { AgentName } from '@modegate/agent-hooks';
import { createFolder, writeFiles, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import type { HookReport } from '../src/doctor/finding.ts';
import { run } from './support/run-program.ts';

function git(folder: string, ...args: readonly string[]): string {
  const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.org'];
  return execFileSync('git', ['-C', folder, ...author, ...args], { encoding: 'utf8' });
}

function commit(folder: string): void {
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first');
}

/** A project in which the hook of an agent is installed, in a home of its own. */
async function install(
  client: AgentName,
  files: Readonly<Record<string, string>> = {},
  flags = ['--scope', 'project', '--mode', 'architect'],
) {
  const project = createFolder({
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.roomodes': 'customModes: []\n',
    ...files,
  });
  const home = createFolder();
  const env: Record<string, string> = { HOME: home };
  await run(['hook', 'install', '--client', client, ...flags], project, env);
  const doctor = async (...more: readonly string[]) => {
    const { code, stdout } = await run(['hook', 'doctor', '--json', ...more], project, env);
    const { hooks } = JSON.parse(stdout) as { readonly hooks: readonly HookReport[] };
    const find = (status: string) =>
      hooks.flatMap(({ findings }) => findings.filter((one) => one.status === status).map(({ detail }) => detail));
    return { code, hooks, proved: find('proved'), failed: find('failed'), unproved: find('unproved') };
  };
  return { project, home, env, doctor, launcher: join(home, '.roo-code/modegate/hooks', `modegate-hook-${client}`) };
}

describe.skipIf(process.platform === 'win32')('modegate hook doctor', () => {
  test('hook doctor reports that nothing is installed', async () => {
    const folder = createFolder({ '.git/HEAD': '', '.roomodes': 'customModes: []\n' });
    const { code, stdout } = await run(['hook', 'doctor'], folder, { HOME: createFolder() });
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('hook install') });
  });

  test.each<[AgentName, string]>([
    ['claude-code', 'project'],
    ['qwen', 'global'],
  ])('hook doctor proves what an installed hook of %s does', async (client, scope) => {
    const { project, env, doctor } = await install(client, {}, ['--scope', scope, '--mode', 'architect']);
    commit(project);
    const { code, hooks, proved, failed, unproved } = await doctor();
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
    expect(hooks).toHaveLength(1);
    expect(proved.join('\n')).toMatch(
      /exactly what `modegate hook install` writes.*FILE_RESTRICTED.*An allowed call runs.*took/s,
    );
    expect(unproved.join('\n')).toContain('--safe-mode');
    for (const folder of ['a subfolder', 'a git worktree'])
      expect(proved).toContain(
        `When started in ${folder}, the hook gives the same result in every test that can run there.`,
      );
    expect(readdirSync(project).filter((name) => name.startsWith('modegate-doctor-'))).toEqual([]);
    expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
    const { stdout } = await run(['hook', 'doctor'], project, env);
    expect(stdout).toContain(' 0 failed, ');
  });

  test.each<[string, string, string]>([
    ['is silent', 'exit 0', 'A write to a protected file is not refused'],
    ['answers what no agent obeys', 'echo denied', 'does not return an answer that the agent obeys'],
    ['always refuses', 'exit 1', 'Every call is refused'],
  ])('A5: hook doctor reports a launcher that %s', async (_what, line, detail) => {
    const { doctor, launcher } = await install('codex');
    writeFileSync(launcher, `#!/bin/sh\n${line}\n`);
    const { code, failed, proved } = await doctor();
    expect(code).toBe(1);
    expect(failed.join('\n')).toContain(detail);
    expect(proved.join('\n')).not.toContain('A forbidden write is refused');
  });

  test('hook doctor reports that no mode is active', async () => {
    const { doctor } = await install('claude-code', {}, ['--scope', 'project']);
    const { code, failed } = await doctor();
    const unset = expect.stringContaining('MODE_UNSET');
    expect({ code, failed }).toEqual({ code: 1, failed: [unset, unset] });
  });

  test('hook doctor distinguishes a mode without limits from a hook that does nothing', async () => {
    const { project, doctor } = await install('gemini', {}, ['--scope', 'global', '--mode', 'code']);
    expect((await doctor()).proved.join('\n')).toContain('FILE_PROTECTED');
    writeFiles(project, { 'modegate.config.json': '{ "hooks": { "protect": false } }' });
    const open = await doctor();
    expect(open.failed).toEqual([]);
    expect(open.unproved.join('\n')).toContain('does not forbid any writes');
  });

  test('hook doctor reports a changed hook entry', async () => {
    const { project, doctor } = await install('claude-code');
    const file = join(project, '.claude/settings.local.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"matcher": "*"', '"matcher": "Write"'));
    expect((await doctor()).failed).toEqual([expect.stringContaining('The entry was changed')]);
  });

  test('hook doctor reports settings that disable hooks', async () => {
    const { home, doctor } = await install('claude-code');
    writeInto(home, '.claude/settings.json', '{ "disableAllHooks": true }');
    const { code, failed } = await doctor();
    expect(code).toBe(1);
    expect(failed.join('\n')).toContain(join(home, '.claude/settings.json'));
  });

  test('hook doctor reports whether Copilot trusts the folder', async () => {
    const copilot = await install('copilot');
    const gap = expect.stringContaining('does not read this hook when it is started in');
    expect((await copilot.doctor()).failed).toEqual([
      expect.stringContaining('does not trust the project folder'),
      gap,
    ]);
    writeInto(copilot.home, '.copilot/config.json', JSON.stringify({ trusted_folders: [copilot.project] }));
    expect((await copilot.doctor()).failed).toEqual([gap]);
  });

  test('hook doctor reports whether Gemini trusts the folder', async () => {
    const gemini = await install('gemini');
    expect((await gemini.doctor()).unproved.join('\n')).toContain('trusted folder');
    const trust = (level: string) =>
      writeInto(gemini.home, '.gemini/trustedFolders.json', JSON.stringify({ [gemini.project]: level }));
    trust('TRUST_FOLDER');
    expect((await gemini.doctor()).proved.join('\n')).toContain('is trusted');
    trust('DO_NOT_TRUST');
    expect((await gemini.doctor()).failed.join('\n')).toContain('not trusted');
  });

  test('hook doctor names the agent that is not installed and cannot be tried', async () => {
    const { env, doctor } = await install('qwen', {}, ['--scope', 'global', '--mode', 'architect']);
    env.PATH = `${join(process.execPath, '..')}${delimiter}/usr/bin${delimiter}/bin`;
    const { code, unproved } = await doctor('--live');
    expect(code).toBe(0);
    expect(unproved.join('\n')).toContain('`qwen` is not on the PATH');
  });
});

/** Answers as `codex app-server` does, and keeps the trust that it is given. */
const fakeCodex = `#!/usr/bin/env node
const { createInterface } = require('node:readline');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const file = join(process.env.HOME, 'trust.json');
const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'config/batchWrite') {
    Object.assign(state, params.edits[0].value);
    writeFileSync(file, JSON.stringify(state));
    console.log(JSON.stringify({ id, result: { status: 'ok' } }));
  }
  if (method !== 'hooks/list') return;
  const sourcePath = join(process.env.HOME, '.codex/hooks.json');
  const { command } = JSON.parse(readFileSync(sourcePath, 'utf8')).hooks.PreToolUse[0].hooks[0];
  const [key, currentHash] = [sourcePath + ':pre_tool_use:0:0', 'sha256:' + command.length];
  const trustStatus = state[key]?.trusted_hash === currentHash ? 'trusted' : 'untrusted';
  console.log(JSON.stringify({ method: 'note', params: {} }));
  console.log(JSON.stringify({ id, result: { data: [{ hooks: [{ key, sourcePath, command, currentHash, trustStatus, enabled: true }] }] } }));
});
`;

describe.skipIf(process.platform === 'win32')('the trust of Codex', () => {
  test('Codex itself trusts a hook after a person agrees, and hook doctor reports the result', async () => {
    const scope = ['--scope', 'global', '--mode', 'architect'];
    const { project, home, env, doctor } = await install('codex', {}, scope);
    expect((await doctor()).unproved.join('\n')).toContain('whether Codex trusts the hook');
    chmodSync(writeInto(home, 'bin/codex', fakeCodex), 0o700);
    env.PATH = [join(home, 'bin'), join(process.execPath, '..'), process.env.PATH].join(delimiter);
    expect((await doctor()).failed).toEqual([expect.stringContaining("its state is 'untrusted'")]);
    const installCodex = (...flags: readonly string[]) =>
      run(['hook', 'install', '--client', 'codex', ...scope, ...flags], project, env);
    expect((await installCodex()).stdout).toContain('add --trust');
    expect(existsSync(join(home, 'trust.json'))).toBe(false);
    const { stdout } = await installCodex('--trust');
    expect(stdout).toMatch(
      /\[hooks\.state\."[^"]+hooks\.json:pre_tool_use:0:0"\]\ntrusted_hash = "sha256:\d+"\nCodex has saved the change/,
    );
    expect((await doctor()).proved).toContain('Codex trusts the current version of the hook.');
    rmSync(join(home, 'trust.json'));
    expect((await doctor()).code).toBe(1);
  });

  test('hook install asks for trust only for Codex', async () => {
    const { project, env } = await install('qwen');
    const { code, stderr } = await run(['hook', 'install', '--client', 'qwen', '--trust'], project, env);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('for Codex') });
  });
});
