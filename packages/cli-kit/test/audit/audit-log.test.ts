import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type AuditLog, type AuditLogOptions, auditLineSchema, openAuditLog } from '@modegate/cli-kit/audit';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { decision } from '../support/audit-lines.ts';

interface Opened {
  readonly log: AuditLog;
  readonly file: string;
  readonly folder: string;
  readonly told: string[];
}

function open(options: Partial<AuditLogOptions> & { readonly folder?: string } = {}): Opened {
  const folder = options.folder ?? createFolder();
  const file = options.file ?? join(folder, 'audit.jsonl');
  const told: string[] = [];
  const log = openAuditLog({
    file,
    program: 'test',
    onFailure: (message) => void told.push(message),
    onRecovery: (message) => void told.push(message),
    ...options,
  });
  return { log, file, folder, told };
}

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const read = (file: string) => linesOf(file).map((line) => auditLineSchema().parse(JSON.parse(line)));
const toolsOf = (file: string) => read(file).map((line) => ('tool' in line ? line.tool : `${line.event} ${line.lost}`));

/** A disk of so many bytes; more room may be made. */
function createDisk(bytes: number) {
  let room = bytes;
  return {
    makeRoom: (more: number) => {
      room += more;
    },
    writeOnce: async (descriptor: number, all: Buffer) => {
      if (room === 0) throw new Error('ENOSPC: no space left on device, write');
      const taken = writeSync(descriptor, all.subarray(0, room));
      room -= taken;
      return taken;
    },
  };
}

describe('lines of the audit log', () => {
  test('audit lines are appended in order, each as one JSON object of the documented form', async () => {
    const { log, file } = open();
    for (let index = 0; index < 1000; index++) void log.append(decision({ tool: `tool${index}` }));
    await log.close();
    const again = open({ file });
    void again.log.append(decision({ tool: 'last\nforged' }));
    await again.log.close();
    expect(toolsOf(file)).toEqual([...Array.from({ length: 1000 }, (_, index) => `tool${index}`), 'last\nforged']);
  });

  test('audit log calls wait when the disk does not keep up, and no line is lost', async () => {
    const { log, file } = open();
    const waits = Array.from({ length: 6000 }, (_, index) =>
      log.append(decision({ tool: `tool${index}`, reason: 'r'.repeat(1_000) })),
    );
    expect(waits[0]).toBeUndefined();
    expect(waits.at(-1)).toBeInstanceOf(Promise);
    for (const wait of waits) await wait;
    await log.close();
    expect(linesOf(file)).toHaveLength(6000);
  });

  test('L5: no character in an audit line hides or moves another line, and all entries read back', async () => {
    const { log, file } = open();
    const nasty = 'a\u009b\u202e\u2028\u2029\u200b\u{e0041}\u007f\ud800z';
    void log.append(decision({ tool: nasty, arguments: { path: nasty } }));
    await log.close();
    expect(readFileSync(file, 'utf8')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ tool: nasty, arguments: { path: nasty } });
  });

  test('L5: names and texts in an audit line are cut to a limit, but arguments are not', async () => {
    const { log, file } = open();
    const long = 'n'.repeat(1_000_000);
    const { rule: _rule, ...names } = decision({ tool: long, mode: long, code: long, reason: long, session_id: long });
    const texts = { mcp_server: long, mcp_tool: long, mcp_resource: long, requested_mode: long };
    void log.append({ ...names, ...texts, rule: { layer: long, pointer: long, text: long } });
    void log.append(decision({ arguments: { content: long, tool: long } }));
    void log.append(decision({ paths: Array(100).fill(long) }));
    await log.close();
    const [first = '', second = '', third = ''] = linesOf(file);
    expect(first.length).toBeLessThan(8_000);
    expect(JSON.parse(first).tool).toMatch(/^n{199}…$/);
    expect(JSON.parse(second).arguments).toEqual({ content: long, tool: long });
    expect(JSON.parse(third).paths).toEqual(Array(20).fill(`${'n'.repeat(199)}…`));
  });
});

describe.skipIf(process.platform === 'win32')('F7: permissions of the audit file', () => {
  test('the audit log tightens a file that others can read and creates a new folder for its owner only', async () => {
    const { file, log, folder } = open({ file: join(createFolder(), 'new/deep/audit.jsonl') });
    await log.close();
    expect(folder).toBeDefined();
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(join(file, '../..')).mode & 0o777).toBe(0o700);
    chmodSync(file, 0o644);
    await open({ file }).log.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('the audit log refuses to start if it cannot open its file', () => {
    const folder = createFolder({ file: '' });
    expect(() => open({ file: join(folder, 'file/audit.jsonl') })).toThrow(/could not be opened: .*--audit-log/);
    expect(() => open({ file: folder })).toThrow(/could not be opened/);
  });
});

describe('F7: a full disk', () => {
  test('after a partial line the audit log starts a new line and writes the cut entry again in full', async () => {
    const size = Buffer.byteLength(`${JSON.stringify(decision({ tool: 'tool0' }))}\n`);
    const disk = createDisk(size * 2 + 40);
    const { log, file, told } = open({ writeOnce: disk.writeOnce, retryMs: 1 });
    for (let index = 0; index < 5; index++) void log.append(decision({ tool: `tool${index}` }));
    await expect.poll(() => told.length).toBe(1);
    disk.makeRoom(100_000);
    await expect.poll(() => told.length).toBe(2);
    await log.close();
    const lines = linesOf(file);
    const parsed = lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line).tool] : []));
    expect(parsed).toEqual(['tool0', 'tool1', 'tool2', 'tool3', 'tool4']);
    expect(lines).toHaveLength(6);
    expect(told).toEqual([
      expect.stringMatching(/cannot be written: /),
      expect.stringMatching(/can be written again after \d+ failed writes; 0 lines were lost/),
    ]);
  });

  test('the audit log reports a full disk once, however many entries fail meanwhile', async () => {
    const { log, told } = open({ writeOnce: createDisk(0).writeOnce, retryMs: 1 });
    for (let index = 0; index < 814; index++) await log.append(decision());
    await log.close();
    expect(told).toEqual([expect.stringContaining('ENOSPC'), '814 lines of the audit log could not be written.']);
  });

  test('the audit log keeps a limited number of unwritten entries and records how many are missing', async () => {
    const disk = createDisk(0);
    const { log, file, told } = open({ writeOnce: disk.writeOnce, retryMs: 100 });
    void log.append(decision({ tool: 'first' }));
    await expect.poll(() => told.length).toBe(1);
    for (let index = 0; index < 50; index++) await log.append(decision({ arguments: 'a'.repeat(1_000_000) }));
    disk.makeRoom(1e9);
    await log.close();
    const gaps = read(file).filter((line) => line.event === 'gap');
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.lost).toBe(51 - (read(file).length - 1));
    expect(told.at(-1)).toContain(`${gaps[0]?.lost} lines were lost`);
  });

  test.skipIf(process.platform !== 'linux')('the audit log reports ENOSPC for a device that is full', async () => {
    const { log, told } = open({ file: '/dev/full' });
    await log.append(decision());
    await log.close();
    expect(told[0]).toContain('ENOSPC');
  });

  test('the audit log first ends the partial line that a killed process left', async () => {
    const folder = createFolder({ 'audit.jsonl': '{"half":"li' });
    const { log, file } = open({ folder });
    void log.append(decision({ tool: 'whole' }));
    await log.close();
    expect(linesOf(file)[0]).toBe('{"half":"li');
    expect(JSON.parse(linesOf(file)[1] ?? '')).toMatchObject({ tool: 'whole' });
  });
});

describe.each(['sync', 'fsync'] as const)('--audit %s', (writing) => {
  test('an awaited audit entry is in the file', async () => {
    const { log, file } = open({ writing });
    await log.append(decision({ tool: 'one' }));
    expect(toolsOf(file)).toEqual(['one']);
    await Promise.all(Array.from({ length: 100 }, async () => log.append(decision({ tool: 'more' }))));
    expect(toolsOf(file)).toHaveLength(101);
    await log.close();
  });

  test('a required audit line that cannot be written rejects and is counted', async () => {
    const disk = createDisk(0);
    const { log, file } = open({ writing, writeOnce: disk.writeOnce, retryMs: 5 });
    await expect(log.append(decision({ tool: 'no' }), 'required')).rejects.toThrow('ENOSPC');
    await expect(log.append(decision({ tool: 'no' }), 'required')).rejects.toThrow(
      /the last attempt to write it failed/,
    );
    await log.append(decision({ tool: 'kept' }));
    disk.makeRoom(10_000);
    await expect.poll(() => toolsOf(file)).toEqual(['gap 2', 'kept']);
    await log.append(decision({ tool: 'yes' }), 'required');
    expect(toolsOf(file)).toEqual(['gap 2', 'kept', 'yes']);
    await log.close();
  });
});

test('the audit log writes the next line after an outage during which no entry was kept', async () => {
  const disk = createDisk(0);
  const { log, file } = open({ writing: 'sync', writeOnce: disk.writeOnce, retryMs: 1 });
  await expect(log.append(decision(), 'required')).rejects.toThrow('ENOSPC');
  disk.makeRoom(10_000);
  await expect
    .poll(async () => log.append(decision({ tool: 'yes' }), 'required')?.then(() => 'written', String))
    .toBe('written');
  await log.close();
  expect(toolsOf(file).at(-1)).toBe('yes');
});

describe('rotated files', () => {
  const day = Date.UTC(2026, 10, 22, 12);
  const aside = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name !== 'audit.jsonl')
      .toSorted();

  test('rotation by size keeps every file within the limit, loses no line and deletes the oldest files', async () => {
    let time = day;
    const rotation = { maxBytes: 5_000, daily: false, keep: 3 };
    const { log, folder, file } = open({ rotation, writing: 'sync', now: () => time });
    for (let index = 0; index < 100; index++) {
      time += 1000;
      await log.append(decision({ tool: `tool${index}` }));
    }
    await log.close();
    const files = [...aside(folder), 'audit.jsonl'];
    expect(files).toHaveLength(4);
    for (const name of files) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(5_000);
    const kept = files.flatMap((name) => toolsOf(join(folder, name)));
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => `tool${100 - kept.length + index}`));
    expect(file).toBe(join(folder, 'audit.jsonl'));
  });

  test('rotation keeps all files by default, even those from the same millisecond', async () => {
    const rotation = { maxBytes: 1, daily: false, keep: undefined };
    const { log, folder } = open({ rotation, writing: 'sync', now: () => day });
    for (let index = 0; index < 12; index++) await log.append(decision({ tool: `tool${index}` }));
    await log.close();
    expect([...aside(folder), 'audit.jsonl'].flatMap((name) => toolsOf(join(folder, name)))).toEqual(
      Array.from({ length: 12 }, (_, index) => `tool${index}`),
    );
  });

  test('rotation by day (UTC) also works when the last line is older than the start', async () => {
    let time = day;
    const rotation = { maxBytes: undefined, daily: true, keep: undefined };
    const { log, folder, file } = open({ rotation, writing: 'sync', now: () => time });
    await log.append(decision({ tool: 'today' }));
    time += 11 * 3_600_000;
    await log.append(decision({ tool: 'still today' }));
    time += 3_600_000;
    await log.append(decision({ tool: 'tomorrow' }));
    await log.close();
    expect(toolsOf(file)).toEqual(['tomorrow']);
    expect(aside(folder)).toEqual(['audit.jsonl.20261123T000000.000Z']);
    const later = open({ file, rotation, writing: 'sync', now: () => Date.now() + 2 * 86_400_000 });
    await later.log.append(decision({ tool: 'later' }));
    await later.log.close();
    expect(toolsOf(file)).toEqual(['later']);
  });

  test('rotation leaves unrelated files alone', async () => {
    const folder = createFolder({ 'audit.jsonl.1': 'x', 'audit.jsonl.bak': 'y', 'other.jsonl': 'z' });
    const { log } = open({ folder, rotation: { maxBytes: 1, daily: false, keep: 1 }, writing: 'sync' });
    for (let index = 0; index < 5; index++) await log.append(decision());
    await log.close();
    expect(aside(folder)).toHaveLength(4);
    expect(aside(folder)).toEqual(expect.arrayContaining(['audit.jsonl.1', 'audit.jsonl.bak', 'other.jsonl']));
  });

  test('two writers of one audit file both continue in the new file after a rotation', async () => {
    const rotation = { maxBytes: 3_000, daily: false, keep: undefined };
    const one = open({ rotation, writing: 'sync' });
    const two = open({ file: one.file, rotation, writing: 'sync' });
    for (let index = 0; index < 50; index++) {
      await one.log.append(decision({ tool: `one${index}` }));
      await two.log.append(decision({ tool: `two${index}` }));
    }
    await Promise.all([one.log.close(), two.log.close()]);
    const all = [...aside(one.folder), 'audit.jsonl'].flatMap((name) => toolsOf(join(one.folder, name)));
    expect(all).toEqual(Array.from({ length: 50 }, (_, index) => [`one${index}`, `two${index}`]).flat());
  });

  test('the first file of a day is written without a lock and rotated once the lock is gone', async () => {
    const folder = createFolder({ 'audit.jsonl.lock': '' });
    let time = Date.now();
    const rotation = { maxBytes: undefined, daily: true, keep: undefined };
    const { log, file } = open({ folder, rotation, writing: 'sync', now: () => time });
    await log.append(decision({ tool: 'today' }));
    time += 86_400_000;
    utimesSync(`${file}.lock`, time / 1000, time / 1000);
    await log.append(decision({ tool: 'tomorrow' }));
    expect(toolsOf(file)).toEqual(['today', 'tomorrow']);
    rmSync(`${file}.lock`);
    await log.append(decision({ tool: 'later' }));
    await log.close();
    expect(toolsOf(file)).toEqual(['later']);
  });

  test('the audit log keeps writing to a file that it cannot rotate, and reports this once', async () => {
    const folder = createFolder();
    const later = Date.UTC(2030, 0, 1);
    const rotation = { maxBytes: 1, daily: false, keep: undefined };
    const { log, file, told } = open({ folder, rotation, writing: 'sync', now: () => later });
    mkdirSync(`${file}.lock`);
    for (let index = 0; index < 3; index++) await log.append(decision());
    await log.close();
    expect(toolsOf(file)).toHaveLength(3);
    expect(told).toEqual([expect.stringMatching(/could not be rotated and keeps growing: /)]);
  });

  test('a lock left by a killed process delays rotation only briefly', async () => {
    const folder = createFolder({ 'audit.jsonl.lock': '' });
    const later = Date.now() + 60_000;
    const rotation = { maxBytes: 1, daily: false, keep: undefined };
    const { log } = open({ folder, rotation, writing: 'sync', now: () => later });
    await log.append(decision());
    await log.append(decision());
    await log.close();
    expect(aside(folder)).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('F7: an audit file that is renamed or deleted', () => {
  test('reopen creates the audit file again without writing a line', async () => {
    const { log, file } = open({ writing: 'sync' });
    await log.append(decision({ tool: 'before' }));
    renameSync(file, `${file}.1`);
    log.reopen();
    await expect.poll(() => statSync(file, { throwIfNoEntry: false })?.size).toBe(0);
    await log.append(decision({ tool: 'after' }));
    await log.close();
    expect([toolsOf(`${file}.1`), toolsOf(file)]).toEqual([['before'], ['after']]);
  });

  test('the next audit line notices the missing file and creates its folder again', async () => {
    const { log, file, folder } = open({ file: join(createFolder(), 'logs/audit.jsonl'), writing: 'sync' });
    await log.append(decision({ tool: 'before' }));
    rmSync(join(file, '..'), { recursive: true });
    await log.append(decision({ tool: 'after' }));
    await log.close();
    expect(toolsOf(file)).toEqual(['after']);
    expect(folder).toBeDefined();
  });

  test('a folder in place of the audit file causes an outage that ends when it is removed', async () => {
    const { log, file, told } = open({ writing: 'sync', retryMs: 1 });
    rmSync(file);
    mkdirSync(file);
    await log.append(decision({ tool: 'kept' }));
    expect(told).toHaveLength(1);
    rmSync(file, { recursive: true });
    await expect.poll(() => told.length).toBe(2);
    await log.close();
    expect(toolsOf(file)).toEqual(['kept']);
    writeFileSync(file, '');
  });
});
