import type { Policy } from '@modegate/mode-core';
import { editModesText } from '@modegate/mode-core/text';
import type { Project } from '@modegate/project';
import { loadProject } from '@modegate/project/node';
import {
  createEditorHost,
  type EditorFiles,
  type EditorReading,
  readRequest,
} from '@modegate/restrictions-editor/messages';
import { openProject } from '@modegate/restrictions-editor/model';
import { editProject } from '@modegate/restrictions-editor/node';
import type { PageContext } from '../operations/page-context.ts';
import { UiRefusal } from '../operations/refusal.ts';
import type { PageViewer } from '../operations/viewer.ts';
import { reachesHidden, restsOnHidden, visibleEditorProject } from '../operations/visible-project.ts';
import { describeEdit, type EditRecord, failureOf, noEditLog } from './edit-log.ts';
import type { SavedFile } from './save-history.ts';

/**
 * Answers one message from the editor, and logs the effects of an update or the reason why it is refused. Reads the
 * project once.
 *
 * @throws {UiRefusal} 403 for a viewer who may not edit at all, or may not edit this mode; 404 for a mode whose
 * existence the viewer may not know about.
 */
export async function answerEditor(parts: PageContext, message: unknown, viewer: PageViewer): Promise<unknown> {
  const { edits = noEditLog, location } = parts.ui;
  const reading = readRequest(message);
  const mode = reading.ok ? reading.request.modeSlug : undefined;
  const isUpdate = reading.ok && reading.request.type === 'updateModeRestrictions';
  const blank: EditRecord = { act: 'edit_mode', viewer, mode, files: [], granted: [], taken: [] };
  const refuse = async (refusal: UiRefusal): Promise<never> => {
    if (isUpdate) await edits.refused(blank, failureOf(refusal));
    throw refusal;
  };
  if (!viewer.mayEdit) return refuse(new UiRefusal(403, noRightToEdit));
  if (mode !== undefined && !viewer.sees(mode))
    return refuse(new UiRefusal(404, `No mode has the slug '${mode.slice(0, 100)}'.`));
  const project = mode === undefined ? undefined : await loadProject(location);
  if (mode !== undefined && project !== undefined && isShared(project.policy, mode, viewer))
    return refuse(new UiRefusal(403, sharedRules(mode)));
  let isWritten = false;
  const onWriting = () => {
    isWritten = true;
  };
  const host = createEditorHost(editorFiles(parts, viewer, { project, onWriting }), {
    show: (shown) => visibleEditorProject(shown, openProject(shown).policy, viewer),
  });
  const answer = await host.answer(message);
  if (isUpdate && !isWritten) {
    if (answer.type === 'modeRestrictionsConflict')
      await edits.refused(blank, { code: 'CONFLICT', message: `Changed elsewhere: ${answer.fields.join(', ')}.` });
    if (answer.type === 'editorFailure') await edits.refused(blank, answer);
  }
  return answer;
}

/** The response sent to a viewer who may not change anything. */
export const noRightToEdit =
  'Your token lets you view modes, but not change them. Create a token that lets you change them with `modes-server token add <name> --modes <modes> --edit-modes`.';

/** The person using this machine sees every mode. */
function isShared(policy: Policy, mode: string, viewer: PageViewer): boolean {
  return viewer.id !== undefined && (restsOnHidden(policy, mode, viewer) || reachesHidden(policy, mode, viewer));
}

function sharedRules(mode: string): string {
  return `The mode '${mode}' shares its rules with a mode that your token does not give access to, so it cannot be changed from here.`;
}

interface FirstReading {
  /** Used for the first attempt; if a file changes in the meantime, the project is read again. */
  readonly project: Project | undefined;
  /** Called before any file is written. */
  readonly onWriting: () => void;
}

/** Gives the editor access to its files. Saves are recorded and can be undone. */
function editorFiles(parts: PageContext, viewer: PageViewer, { project: first, onWriting }: FirstReading): EditorFiles {
  const { ui, state } = parts;
  let next = first;
  return {
    async read(modeSlug) {
      const project = next ?? (await loadProject(ui.location));
      next = undefined;
      const reading = editProject(project, modeSlug, {
        location: ui.location,
        offered: state.servers(viewer)?.map(({ state: _state, ...offered }) => offered) ?? [],
        files: await state.files(),
        at: Date.now(),
        context: ui.context(),
      });
      return recordSaves(parts, viewer, { project, reading, onWriting });
    },
  };
}

interface RecordedReading {
  readonly project: Project;
  readonly reading: EditorReading;
  readonly onWriting: () => void;
}

function recordSaves(
  { ui, state, history }: PageContext,
  viewer: PageViewer,
  { project, reading, onWriting }: RecordedReading,
): EditorReading {
  const { edits = noEditLog, location } = ui;
  return {
    project: reading.project,
    async save(mode) {
      const { file, layer, text: before } = reading.project.edited;
      if (layer === 'global' && viewer.id !== undefined)
        throw new Error(
          `${file} belongs to the user who runs the server and also applies to other projects. It cannot be changed from here.`,
        );
      if (isShared(project.policy, mode.slug, viewer)) throw new Error(sharedRules(mode.slug));
      const { text: after } = editModesText(before, { kind: 'save', mode }, { file });
      const saved: readonly SavedFile[] = [{ file, layer, before, after }];
      const changes = describeEdit(project, saved, location.disabledTools);
      const ended = await edits.begun({ act: 'edit_mode', viewer, mode: mode.slug, files: [file], ...changes });
      onWriting();
      const outcome = await reading.save(mode).catch(async (error: unknown) => {
        await ended(failureOf(error));
        throw error;
      });
      if (outcome === 'changed') {
        await ended({ code: 'CONFLICT', message: `${file} was changed elsewhere in the meantime.` });
        return outcome;
      }
      history.add({ what: `saved ${mode.slug.slice(0, 60)}`, saved, viewer: viewer.id, mode: mode.slug });
      state.refresh('files');
      await ended();
      return outcome;
    },
  };
}
