import { readFileSync } from 'node:fs';
import type { PolicyInput } from '@modegate/mode-core';
import type { ProjectLocation } from '@modegate/project/node';
import { createEditorHost } from '@modegate/restrictions-editor/messages';
import { projectEditorFiles } from '@modegate/restrictions-editor/node';
import { expect, test, vi } from 'vitest';
import { answerEditor } from '../src/edits/edit-mode.ts';
import { createSaveHistory } from '../src/edits/save-history.ts';
import type { ProjectState } from '../src/operations/project-state.ts';
import { open } from './support.ts';

/** A location that counts how often the project is compiled. */
function counted(projectRoot: string) {
  const prepare = vi.fn((input: PolicyInput) => input);
  return { compiled: prepare, location: { projectRoot, prepare } };
}

const base = { allowedServers: ['github', 'jira'], disallowedServers: ['jira'] };
const denial = {
  type: 'updateModeRestrictions',
  id: '1',
  modeSlug: 'docs',
  restrictions: { ...base, disallowedTools: [{ serverName: 'github', toolName: 'drop' }] },
  base: { restrictions: base },
};

/** Everything that a save asks of the page, without servers. */
function partsOf(location: ProjectLocation) {
  const state = { servers: () => undefined, files: async () => [], refresh: () => undefined };
  return {
    ui: { location, version: '1', context: () => ({}), check: async () => [] },
    state: state as unknown as ProjectState,
    history: createSaveHistory(Date.now),
  };
}

test.each([
  ['the person at this machine', undefined],
  ['a viewer with a token', 'kim'],
])('a save on the page by %s reads and compiles the project once', async (_who, id) => {
  const { root, file } = await open({ askServers: undefined });
  const { compiled, location } = counted(root);
  const answer = await answerEditor(partsOf(location), denial, { id, sees: () => true, mayEdit: true });
  expect(answer).toMatchObject({ type: 'modeRestrictionsUpdated', outcome: 'saved' });
  expect(readFileSync(file, 'utf8')).toContain('toolName: drop');
  expect((answer as { project: { edited: { text: string } } }).project.edited.text).toBe(readFileSync(file, 'utf8'));
  expect(compiled).toHaveBeenCalledTimes(1);
});

test('a save of an editor on its own reads and compiles the project once', async () => {
  const { root, file } = await open({ askServers: undefined });
  const { compiled, location } = counted(root);
  const answer = await createEditorHost(projectEditorFiles(location)).answer(denial);
  expect(answer).toMatchObject({ type: 'modeRestrictionsUpdated', outcome: 'saved' });
  expect(readFileSync(file, 'utf8')).toContain('toolName: drop');
  expect(compiled).toHaveBeenCalledTimes(1);
});
