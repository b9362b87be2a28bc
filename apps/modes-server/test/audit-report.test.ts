import { appendFileSync, readFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findAuditFiles } from '../src/audit-report/audit-files.ts';
import { type AuditFilterFlags, compileAuditFilter } from '../src/audit-report/audit-filter.ts';
import { readAuditRecord } from '../src/audit-report/audit-record.ts';
import { followFile } from '../src/audit-report/follow-file.ts';
import { readFileLines, splitLines } from '../src/audit-report/read-lines.ts';
import { showRecord, showSummary } from '../src/audit-report/show-summary.ts';
import { createSummariser } from '../src/audit-report/summarise.ts';
import { createProject } from './support/open-server.ts';

const line = (members: object = {}) =>
  JSON.stringify({
    at: '2026-11-22T10:00:00.000Z',
    event: 'decision',
    mode: 'docs',
    tool: 'read_file',
    allowed: true,
    ...members,
  });
const call = { tool: 'use_mcp_tool', mcp_server: 'github', mcp_tool: 'delete_repo' };
const record = (members: object = {}) => {
  const read = readAuditRecord(line(members));
  if (read === undefined) throw new Error('The line could not be read.');
  return read;
};

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('lines of an audit report', () => {
  async function* pieces(...texts: readonly string[]) {
    for (const text of texts) yield Buffer.from(text);
  }

  test('audit lines are joined from chunks, even if the last one has no line break', async () => {
    expect(await collect(splitLines(pieces('a', 'b\nc\n\n', '', 'd\ne')))).toEqual(['ab', 'c', 'd', 'e']);
    expect(await collect(splitLines(pieces('a\n\nb\n'), { keepsEmpty: true }))).toEqual(['a', '', 'b']);
  });

  test('an audit line that is too long is skipped, and the next one is found', async () => {
    expect(await collect(splitLines(pieces('aaaa', 'aaaa\nb\n', 'cccccccc'), { maxBytes: 5 }))).toEqual([
      undefined,
      'b',
      undefined,
    ]);
  });

  test('audit lines are read from compressed files, too', async () => {
    const folder = createProject({});
    writeFileSync(join(folder, 'a.gz'), gzipSync(`${line()}\n${line()}\n`));
    expect(await collect(readFileLines(join(folder, 'a.gz')))).toHaveLength(2);
    writeFileSync(join(folder, 'b.gz'), 'not packed');
    await expect(collect(readFileLines(join(folder, 'b.gz')))).rejects.toThrow(/header/);
  });

  test.each([
    ['half a line', '{"at":"2026-11-22T10:'],
    ['no object', '[1]'],
    ['no time', '{"event":"decision","allowed":true}'],
    ['a decision that decides nothing', line({ allowed: 'yes' })],
    ['an outcome without one', line({ event: 'outcome' })],
    ['a question without an end', line({ event: 'consent' })],
    ['an unknown event', line({ event: 'party' })],
    ['not JSON', 'hello'],
  ])('readAuditRecord rejects %s as a record', (_what, text) => expect(readAuditRecord(text)).toBeUndefined());

  test('audit lines of the first version are read', () => {
    expect(readAuditRecord(line({ event: undefined }))).toMatchObject({ event: 'decision', tool: 'read_file' });
  });
});

describe('files of an audit log', () => {
  test('the files of an audit log are those rotated by us and by others, oldest first, and the file itself', () => {
    const names = ['a.jsonl.2.gz', 'a.jsonl.20261121T000000.000Z', 'a.jsonl-20261122', 'a.jsonl.1'];
    const others = ['a.jsonl.lock', 'a.jsonl.bak', 'ab.jsonl', 'a.jsonl.1/x'];
    const folder = createProject(
      Object.fromEntries([...names, ...others.slice(0, 3), 'a.jsonl'].map((name) => [name, ''])),
    );
    names.forEach((name, index) => {
      utimesSync(join(folder, name), index, index);
    });
    expect(findAuditFiles(join(folder, 'a.jsonl'))).toEqual([...names, 'a.jsonl'].map((name) => join(folder, name)));
  });

  test('a missing audit log is an error with advice', () => {
    const folder = createProject({ 'x/y': '' });
    expect(() => findAuditFiles(join(folder, 'none'))).toThrow(/The file does not exist.*--audit-log/);
    expect(() => findAuditFiles(join(folder, 'x'))).toThrow(/not a regular file/);
    expect(() => findAuditFiles(join(folder, 'no/where'))).toThrow(/The file does not exist/);
  });
});

describe('filters of an audit report', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const fits = (flags: AuditFilterFlags, members: object = {}) => compileAuditFilter(flags, now)(record(members));

  test.each<[AuditFilterFlags, object, boolean]>([
    [{}, {}, true],
    [{ mode: 'docs' }, {}, true],
    [{ mode: 'doc' }, {}, false],
    [{ mode: 'd*' }, {}, true],
    [{ mode: '*' }, { mode: null }, false],
    [{ server: 'github' }, call, true],
    [{ server: 'github' }, {}, false],
    [{ tool: 'delete_*' }, call, true],
    [{ tool: '*_r*o' }, call, true],
    [{ tool: '*_x*o' }, call, false],
    [{ tool: 'use_mcp_tool' }, call, true],
    [{ tool: 'delete_repo*delete_repo' }, call, false],
    [{ denied: true }, {}, false],
    [{ denied: true }, { allowed: false }, true],
    [{ denied: true }, { event: 'outcome', outcome: 'ok' }, false],
    [{ session: 'ses_1' }, { session_id: 'ses_1' }, true],
    [{ session: 'ses_1' }, {}, false],
    [{ since: '2026-11-22T10:00:00Z' }, {}, true],
    [{ since: '2026-11-22T10:00:01Z' }, {}, false],
    [{ since: '2h' }, {}, true],
    [{ since: '119m' }, {}, false],
    [{ until: '2026-11-22' }, {}, false],
    [{ until: '1d' }, {}, false],
    [{ until: '0s' }, {}, true],
    [{ mode: 'other', denied: true }, { event: 'gap', lost: 2 }, true],
  ])('the audit filter %j matches a record with %j: %s', (flags, members, expected) =>
    expect(fits(flags, members)).toBe(expected),
  );

  test.each(['yesterday', '', '2h30', '12', '2026-13-45'])('--since rejects %j as a time', (since) =>
    expect(() => fits({ since })).toThrow(/--since must be a time such as/),
  );
});

describe('audit summaries', () => {
  test('an audit summary counts by mode, server, tool and outcome', () => {
    const summariser = createSummariser();
    const refused = { ...call, allowed: false, code: 'MCP_TOOL_DENIED', at: '2026-11-22T11:00:00.000Z' };
    for (const members of [{}, {}, call, refused, refused, { event: 'gap', lost: 3 }]) summariser.add(record(members));
    for (const [outcome, duration_ms] of [
      ['ok', 10],
      ['ok', 20.5],
      ['timed_out', 1],
      ['new', 1],
    ] as const)
      summariser.add(record({ ...call, event: 'outcome', outcome, duration_ms }));
    summariser.addBroken();
    const summary = summariser.finish();
    expect(summary).toEqual({
      from: '2026-11-22T10:00:00.000Z',
      to: '2026-11-22T11:00:00.000Z',
      lines: 10,
      allowed: 3,
      denied: 2,
      outcomes: { ok: 2, timed_out: 1, '(others)': 1 },
      consents: {},
      codes: { MCP_TOOL_DENIED: 2 },
      lost: 3,
      broken: 1,
      rows: [
        {
          mode: 'docs',
          server: 'github',
          tool: 'delete_repo',
          allowed: 1,
          denied: 2,
          outcomes: { ok: 2, timed_out: 1, '(others)': 1 },
          averageMs: 8.1,
          maxMs: 20.5,
        },
        {
          mode: 'docs',
          server: null,
          tool: 'read_file',
          allowed: 2,
          denied: 0,
          outcomes: {},
          averageMs: null,
          maxMs: null,
        },
      ],
    });
    const shown = showSummary(summary).join('\n');
    expect(shown).toMatch(/docs {2}github {2}delete_repo +1 +2 +2/);
    expect(shown).toContain('3 allowed, 2 denied in 10 lines');
    expect(shown).toMatch(/3 lines are missing.*\n.*1 lines could not be read/);
  });

  test('an audit summary counts questions to people and their answers apart from decisions', () => {
    const summariser = createSummariser();
    for (const consent of ['asked', 'accepted', 'asked', 'declined', 'new'])
      summariser.add(record({ ...call, event: 'consent', consent, allowed: undefined }));
    const summary = summariser.finish();
    expect(summary).toMatchObject({ allowed: 0, denied: 0, lines: 5, rows: [] });
    expect(showSummary(summary)).toContain('Consent: asked 2, accepted 1, declined 1, (others) 1');
    expect(showRecord(record({ ...call, event: 'consent', consent: 'asked' }))).toContain(
      'consent asked docs: github delete_repo',
    );
  });

  test('names made up by an agent do not fill the memory of an audit summary', () => {
    const summariser = createSummariser();
    for (let index = 0; index < 10_000; index++)
      summariser.add(record({ tool: `made-up-${index}`, code: `code-${index}`, allowed: false }));
    const { rows, codes, denied } = summariser.finish();
    expect([rows.length, Object.keys(codes).length, denied]).toEqual([2_001, 201, 10_000]);
    expect(rows[0]).toMatchObject({ tool: '(others)', denied: 8_000 });
  });

  test('an audit summary prints nothing that moves the cursor of a terminal', () => {
    const nasty = {
      tool: 'a\u009b31m\u202e\u001b[2J',
      mode: 'm\n',
      reason: '\u001b]0;x\u0007',
      allowed: false,
      code: '\u0007',
    };
    const summariser = createSummariser();
    summariser.add(record(nasty));
    const shown = [...showSummary(summariser.finish()), showRecord(record(nasty))].join('');
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('an audit summary of an empty log says that it is empty', () =>
    expect(showSummary(createSummariser().finish())).toEqual(['No line of the audit log matches these filters.']));
});

describe('following an audit log', () => {
  async function open(text: string, from: 'start' | 'end') {
    const file = join(createProject({ 'a.jsonl': text }), 'a.jsonl');
    const stop = new AbortController();
    const seen: (string | undefined)[] = [];
    const done = (async () => {
      for await (const each of followFile(file, { from, signal: stop.signal, pollMs: 1 })) seen.push(each);
    })();
    const end = async () => {
      stop.abort();
      await done;
    };
    return { file, seen, end };
  }

  test('following an audit log returns each added line as soon as it is complete', async () => {
    const { file, seen, end } = await open('old\n', 'end');
    appendFileSync(file, 'on');
    appendFileSync(file, 'e\ntwo\n');
    await expect.poll(() => seen).toEqual(['one', 'two']);
    await end();
  });

  test('following an audit log survives a rename, a deletion and a truncation', async () => {
    const { file, seen, end } = await open('first\n', 'start');
    await expect.poll(() => seen).toEqual(['first']);
    renameSync(file, `${file}.1`);
    appendFileSync(`${file}.1`, 'late\n');
    writeFileSync(file, 'new\n');
    await expect.poll(() => seen).toEqual(['first', 'late', 'new']);
    truncateSync(file, 0);
    await new Promise((resolve) => setImmediate(resolve));
    await expect.poll(() => readFileSync(file, 'utf8')).toBe('');
    await end();
  });
});
