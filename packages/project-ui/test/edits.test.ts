import { readFileSync, writeFileSync } from 'node:fs';
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

describe('a change is written down', () => {
  test('before it is made and after, with what it grants and takes, and so is its undo', async () => {
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

  test('also where it is a conflict, is not usable, or fails', async () => {
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

  test('or is not made', async () => {
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
