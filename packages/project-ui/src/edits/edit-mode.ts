import type { Policy } from '@modegate/mode-core';
import { editModesText } from '@modegate/mode-core/text';
import { loadProject } from '@modegate/project/node';
import { createEditorHost, type EditorFiles, readRequest } from '@modegate/restrictions-editor/messages';
import { openProject } from '@modegate/restrictions-editor/model';
import { projectEditorFiles } from '@modegate/restrictions-editor/node';
import type { Parts } from '../operations/parts.ts';
import { UiRefusal } from '../operations/refusal.ts';
import type { Viewer } from '../operations/viewer.ts';
import { reachesHidden, restsOnHidden, visibleEditorProject } from '../operations/visible-project.ts';
import { describeEdit, type EditRecord, failureOf, noEditLog } from './edit-log.ts';
import type { SavedFile } from './save-history.ts';

/**
 * Answers one message of the editor, and writes down what an update does or why it is not made.
 *
 * @throws {UiRefusal} 403 for who may not edit, or not this mode; 404 for a mode that the viewer may not know of.
 */
export async function answerEditor(parts: Parts, message: unknown, viewer: Viewer): Promise<unknown> {
  const { edits = noEditLog } = parts.ui;
  const reading = readRequest(message);
  const mode = reading.ok ? reading.request.modeSlug : undefined;
  const isUpdate = reading.ok && reading.request.type === 'updateModeRestrictions';
  const blank: EditRecord = { act: 'edit_mode', viewer, mode, files: [], granted: [], taken: [] };
  const why = await refusalOf(parts, mode, viewer);
  if (why !== undefined) {
    if (isUpdate) await edits.refused(blank, failureOf(why));
    throw why;
  }
  let isWritten = false;
  const files = editorFiles(parts, viewer, () => {
    isWritten = true;
  });
  const host = createEditorHost(files, {
    show: (project) => visibleEditorProject(project, openProject(project).policy, viewer),
  });
  const answer = await host.answer(message);
  if (isUpdate && !isWritten) {
    if (answer.type === 'modeRestrictionsConflict')
      await edits.refused(blank, { code: 'CONFLICT', message: `Changed elsewhere: ${answer.fields.join(', ')}.` });
    if (answer.type === 'editorFailure') await edits.refused(blank, answer);
  }
  return answer;
}

/** The answer to those who may not change anything. */
export const noRightToEdit =
  'Your token may view modes, but not change them. Create a token that may change them with `modes-server token add <name> --modes <modes> --edit-modes`.';

async function refusalOf({ ui }: Parts, mode: string | undefined, viewer: Viewer): Promise<UiRefusal | undefined> {
  if (!viewer.mayEdit) return new UiRefusal(403, noRightToEdit);
  if (mode === undefined || viewer.id === undefined) return undefined;
  if (!viewer.sees(mode)) return new UiRefusal(404, `No mode has the slug '${mode.slice(0, 100)}'.`);
  // Read for this: another mode may have begun to take over rules a moment ago.
  return isShared((await loadProject(ui.location)).policy, mode, viewer)
    ? new UiRefusal(403, sharedRules(mode))
    : undefined;
}

function isShared(policy: Policy, mode: string, viewer: Viewer): boolean {
  return restsOnHidden(policy, mode, viewer) || reachesHidden(policy, mode, viewer);
}

function sharedRules(mode: string): string {
  return `The mode '${mode}' shares its rules with a mode that your token does not open, so it cannot be changed from here.`;
}

/** The files of the editor, whose saves are recorded and can be undone. */
function editorFiles({ ui, state, history }: Parts, viewer: Viewer, onWriting: () => void): EditorFiles {
  const { edits = noEditLog } = ui;
  const files = projectEditorFiles({
    ...ui.location,
    describe: async () => ({
      offered: state.servers(viewer)?.map(({ state: _state, note: _note, ...offered }) => offered) ?? [],
      files: await state.files(),
      at: Date.now(),
      context: ui.context(),
    }),
  });
  return {
    read: files.read,
    async save(edited, mode) {
      const { file, layer, text: before } = edited;
      if (layer === 'global' && viewer.id !== undefined)
        throw new Error(
          `${file} belongs to the user of the server, and applies to other projects too; it cannot be changed from here.`,
        );
      const saved: readonly SavedFile[] = [
        { file, layer, before, after: editModesText(before, { kind: 'save', mode }, { file }).text },
      ];
      const project = await loadProject(ui.location);
      if (isShared(project.policy, mode.slug, viewer)) throw new Error(sharedRules(mode.slug));
      const changes = describeEdit(project, saved, ui.location.disabledTools);
      const ended = await edits.begun({ act: 'edit_mode', viewer, mode: mode.slug, files: [file], ...changes });
      onWriting();
      try {
        const outcome = await files.save(edited, mode);
        if (outcome === 'changed') {
          await ended({ code: 'CONFLICT', message: `${file} was changed elsewhere in the meantime.` });
          return outcome;
        }
      } catch (error) {
        await ended(failureOf(error));
        throw error;
      }
      history.add({ what: `saved ${mode.slug.slice(0, 60)}`, saved, viewer: viewer.id, mode: mode.slug });
      state.refresh('files');
      await ended();
      return 'saved';
    },
  };
}
