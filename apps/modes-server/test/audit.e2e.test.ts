import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectOutput, createFolder, startScript } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { builtServer, runServer } from './support/built-server.ts';
import { connectWire } from './support/wire-client.ts';

const where = () => ({ cwd: createFolder(), home: createFolder() });
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').filter(Boolean);
const isWindows = process.platform === 'win32';

const line = (members: object) =>
  `${JSON.stringify({ at: '2026-11-22T10:00:00Z', tool: 'read_file', allowed: true, ...members })}\n`;

describe.concurrent('modes-server audit', () => {
  test('modes-server audit summarises what a server has written, including rotated files', async () => {
    const place = where();
    const server = await connectWire(['--audit-log', 'a.jsonl', '--audit', 'sync', '--audit-rotate', '1K'], place);
    const task = await server.call('create_task', { mode_slug: 'ask' });
    const { session_id } = task.structuredContent;
    for (const tool_name of ['read_file', 'execute_command', 'read_file', 'write_to_file'])
      await server.call('validate_tool_use', { session_id, tool_name, tool_params: { path: 'a' } });
    await server.call('rm_rf');
    await server.end();
    const { code, stdout, stderr } = await runServer(['audit', 'a.jsonl', '--json'], place);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ lines: 5, allowed: 2, denied: 3, broken: 0, lost: 0 });
    expect(statSync(join(place.cwd, 'a.jsonl')).size).toBeLessThanOrEqual(1024);
    const denied = await runServer(['audit', 'a.jsonl', '--denied', '--lines', '--tool', 'exec*'], place);
    expect(denied.stdout).toMatch(/^\S+Z denied GROUP_MISSING ask: execute_command .*\n$/);
    const table = await runServer(['audit', '--mode', 'ask'], { ...place, env: { MODEGATE_AUDIT_LOG: 'a.jsonl' } });
    expect(table.stdout).toMatch(/ask +- +read_file +2 +0/);
  });

  test.each([
    [['audit', 'none.jsonl'], 1, /The file does not exist/],
    [['audit', '.'], 1, /not a regular file/],
    [['audit'], 2, /Specify the audit log file/],
    [['audit', 'x', '--since', 'soon'], 2, /--since must be/],
    [['audit', 'x', '--modes', 'y'], 2, /unknown option '--modes'.*--mode/s],
    [['--audit', 'sync'], 2, /--audit-log/],
    [['--audit', 'later', '--audit-log', 'x'], 2, /queue, sync, fsync/],
    [['--audit-log', 'x', '--audit-rotate', 'weekly'], 2, /'daily,100M'/],
    [['--audit-log', 'x', '--audit-rotate', '1M', '--audit-keep', '0'], 2, /--audit-keep must be/],
  ])('the command line %j ends with exit code %i', async (args, expected, message) => {
    const { code, stderr, stdout } = await runServer(args, where());
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(message);
  });

  test('modes-server audit counts and skips broken lines', async () => {
    const place = where();
    writeFileSync(join(place.cwd, 'a'), `${line({})}{"half\n${line({ allowed: false })}\0\0\n`);
    const { code, stdout } = await runServer(['audit', 'a'], place);
    expect(code).toBe(0);
    expect(stdout).toMatch(/1 allowed, 1 denied in 2 lines.*2 lines could not be read/s);
  });

  test('modes-server audit --schema prints the JSON Schema', async () => {
    const { stdout } = await runServer(['audit', '--schema'], where());
    expect(JSON.parse(stdout).oneOf).toHaveLength(4);
  });
});

describe.skipIf(isWindows)('modes-server audit, interrupted', () => {
  test('modes-server audit -f shows lines as they arrive, and ends on Ctrl-C', async () => {
    const place = where();
    const file = join(place.cwd, 'a');
    writeFileSync(file, line({ tool: 'old' }));
    const child = startScript(builtServer, ['audit', 'a', '-f', '--since', '2026-01-01'], place);
    const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
    await expect.poll(stdout).toContain('old');
    renameSync(file, `${file}.1`);
    writeFileSync(file, line({ tool: 'new', allowed: false, code: 'NO' }));
    await expect.poll(stdout).toContain('denied NO');
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect([code, stderr()]).toEqual([0, '']);
  });

  test('modes-server audit ends without a message when its reader closes the output', async () => {
    const place = where();
    writeFileSync(join(place.cwd, 'a'), line({}).repeat(100_000));
    const child = startScript(builtServer, ['audit', 'a', '--lines'], place);
    const stderr = collectOutput(child.stderr);
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    expect([code, stderr()]).toEqual([0, '']);
  });
});

describe.skipIf(isWindows)('F7: SIGHUP', () => {
  test('SIGHUP opens the audit log and the log again, and the server continues', async () => {
    const place = where();
    const [auditFile, logFile] = [join(place.cwd, 'a.jsonl'), join(place.cwd, 'server.log')];
    const server = await connectWire(['--audit-log', auditFile, '--log-file', logFile], place);
    await server.call('one');
    await expect.poll(() => linesOf(auditFile)).toHaveLength(1);
    for (const file of [auditFile, logFile]) renameSync(file, `${file}.1`);
    server.child.kill('SIGHUP');
    await expect.poll(() => existsSync(auditFile) && existsSync(logFile)).toBe(true);
    await server.call('two');
    expect(await server.end()).toBe(0);
    expect(
      [linesOf(`${auditFile}.1`), linesOf(auditFile)].map((lines) => lines.map((each) => JSON.parse(each).tool)),
    ).toEqual([['one'], ['two']]);
    expect(readFileSync(logFile, 'utf8')).toContain('Stopping: stdin-ended');
  });

  test('SIGHUP ends a server that writes no log file', async () => {
    const server = await connectWire([], where());
    server.child.kill('SIGHUP');
    expect(await server.ended).toBe(0);
    expect(server.stderr()).toContain('Stopping: SIGHUP');
  });
});
