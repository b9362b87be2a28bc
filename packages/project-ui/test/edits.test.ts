import { existsSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import type { EditFailure, EditRecord } from '../src/index.ts';
import { modes, open } from './support.ts';

const restrictions = { allowedServers: ['github', 'jira'], disallowedServers: ['jira'] };

function denial(base: object = restrictions) {
  return {
    type: 'updateModeRestrictions',
    id: '1',
    modeSlug: 'docs',
    restrictions: { ...restrictions, disallowedTools: [{ serverName: 'github', toolName: 'drop' }] },
    base: { restrictions: base },
  };
}

const insertion = (file: string, text: string) => ({ file, start: 0, end: 0, text });
/** Its fix changes two files. */
const pairFinding: Finding = {
  rule: 'M000',
  severity: 'warning',
  message: 'Two files differ.',
  location: { file: '.roomodes', pointer: '', line: 1, column: 1, endLine: 1, endColumn: 1 },
  related: [],
  fix: {
    description: 'Change both.',
    edits: [insertion('.roomodes', '# first\n'), insertion('.mcp.json', ' ')],
    isSafe: true,
  },
  fingerprint: '0123456789abcdef',
};
const applyPair = { key: '0123456789abcdef Change both.', apply: true, allowGrants: true };

/** A log that can be written before a change and no more after it. */
function breakingLog() {
  const ends: unknown[] = [];
  return {
    ends,
    edits: {
      begun: async () => async (failure?: EditFailure) => {
        ends.push(failure ?? 'ok');
        throw new Error('The audit log cannot be written.');
      },
      refused: async () => undefined,
    },
  };
}

/** Keeps what is written down. */
function keepLog() {
  const kept: (EditRecord & { readonly end?: EditFailure | 'ok' | 'refused' })[] = [];
  return {
    kept,
    edits: {
      begun: async (record: EditRecord) => {
        kept.push(record);
        return async (failure?: EditFailure) => void kept.push({ ...record, end: failure ?? 'ok' });
      },
      refused: async (record: EditRecord, failure: EditFailure) => void kept.push({ ...record, end: failure }),
    },
  };
}

describe('the log of changes', () => {
  test('a change is logged before and after it is made, with what it grants and removes, and so is its undo', async () => {
    const { kept, edits } = keepLog();
    const { ask } = await open({ edits });
    await ask('editor', denial());
    const taken = { granted: [], taken: ['docs loses github/drop.'] };
    const saved = { act: 'edit_mode', mode: 'docs', files: ['.roomodes'], ...taken };
    expect(kept).toMatchObject([saved, { ...saved, end: 'ok' }]);
    await ask('undo', { id: (await ask('overview')).answer.undo[0].id });
    const undone = { act: 'undo_edit', mode: 'docs', granted: ['docs gains github/drop.'], taken: [] };
    expect(kept.slice(2)).toMatchObject([undone, { ...undone, end: 'ok' }]);
  });

  test('a change is logged even if it conflicts, is invalid or fails', async () => {
    const { kept, edits } = keepLog();
    const { ask, file } = await open({ edits });
    expect((await ask('editor', { ...denial({}), restrictions: { allowedServers: ['linear'] } })).answer.type).toBe(
      'modeRestrictionsConflict',
    );
    expect((await ask('undo', { id: 7 })).status).toBe(409);
    writeFileSync(file, 'customModes: [');
    expect((await ask('editor', denial())).answer.type).toBe('editorFailure');
    expect(kept.map(({ act, end }) => [act, (end as EditFailure).code])).toEqual([
      ['edit_mode', 'CONFLICT'],
      ['undo_edit', 'CONFLICT'],
      ['edit_mode', 'MODE_UNKNOWN'],
    ]);
  });

  test('a change that cannot be logged is not made', async () => {
    const { ask, file } = await open({
      edits: {
        begun: async () => {
          throw new Error('The audit log cannot be written.');
        },
        refused: async () => undefined,
      },
    });
    expect((await ask('editor', denial())).answer).toMatchObject({
      type: 'editorFailure',
      code: 'WRITE_FAILED',
      message: 'The audit log cannot be written.',
    });
    expect(readFileSync(file, 'utf8')).toBe(modes);
  });
});

test.each([
  ['an edit', 'editor', denial()],
  ['a fix', 'fix', applyPair],
])('%s whose end cannot be logged has still succeeded and can be undone', async (_what, name, body) => {
  const { ends, edits } = breakingLog();
  const { ask, file } = await open({ check: async () => [pairFinding], edits });
  await ask(name, body);
  expect(readFileSync(file, 'utf8')).not.toBe(modes);
  const undo = async () => (await ask('overview')).answer.undo;
  const [step] = await undo();
  await ask('undo', { id: step.id });
  expect(readFileSync(file, 'utf8')).toBe(modes);
  expect(await undo()).toEqual([]);
  expect(ends).toEqual(['ok', 'ok']);
});

describe('a fix over several files', () => {
  const servers = '{"mcpServers":{"github":{"command":"x"}}}';
  test('a fix over several files changes all of them, and one undo reverts all', async () => {
    const { ask, root, file } = await open({ check: async () => [pairFinding] });
    expect((await ask('fix', applyPair)).answer.isApplied).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(`# first\n${modes}`);
    expect(readFileSync(join(root, '.mcp.json'), 'utf8')).toBe(` ${servers}`);
    await ask('undo', { id: (await ask('overview')).answer.undo[0].id });
    expect(readFileSync(file, 'utf8')).toBe(modes);
    expect(readFileSync(join(root, '.mcp.json'), 'utf8')).toBe(servers);
  });

  test('a fix removes an old temporary file that a killed process left', async () => {
    const { ask, root } = await open({ check: async () => [pairFinding] });
    const left = join(root, '.mcp.json.4711-0123456789ab.tmp');
    writeFileSync(left, '');
    utimesSync(left, 0, 0);
    expect((await ask('fix', applyPair)).status).toBe(200);
    expect(existsSync(left)).toBe(false);
  });

  test('a fix over several files changes none if one cannot be written', async () => {
    const { kept, edits } = keepLog();
    const { ask, root, file } = await open({ check: async () => [pairFinding], edits });
    // The name is too long to add the suffix of a temporary file, so even root cannot replace this file.
    const long = join(root, 'x'.repeat(250));
    renameSync(join(root, '.mcp.json'), long);
    symlinkSync(long, join(root, '.mcp.json'));
    const { status, answer } = await ask('fix', applyPair);
    expect([status, answer.error]).toEqual([500, expect.stringContaining('.mcp.json could not be written')]);
    expect(readFileSync(file, 'utf8')).toBe(modes);
    expect(readFileSync(long, 'utf8')).toBe(servers);
    expect((await ask('overview')).answer.undo).toEqual([]);
    expect(kept.at(-1)).toMatchObject({ act: 'apply_fix', end: { code: 'WRITE_FAILED' } });
  });
});
