import type { PageContext } from '../operations/page-context.ts';
import { UiRefusal } from '../operations/refusal.ts';
import type { PageViewer } from '../operations/viewer.ts';
import { describeEdit, type EditRecord, failureOf, noEditLog, withRecord } from './edit-log.ts';
import { noRightToEdit } from './edit-mode.ts';
import { writeSavedFiles } from './write-saved-files.ts';

/**
 * Undoes a viewer's last change if the files still have the content that the change wrote.
 *
 * @throws {UiRefusal} 403 for a viewer who may not edit, 409 if something else has been saved since.
 */
export async function undoStep(parts: PageContext, id: number, viewer: PageViewer): Promise<void> {
  const { ui, state, history } = parts;
  const { edits = noEditLog } = ui;
  const blank: EditRecord = { act: 'undo_edit', viewer, mode: undefined, files: [], granted: [], taken: [] };
  const refuse = async (refusal: UiRefusal): Promise<never> => {
    await edits.refused(blank, failureOf(refusal));
    throw refusal;
  };
  if (!viewer.mayEdit) return refuse(new UiRefusal(403, noRightToEdit));
  const [step] = history.list(viewer.id);
  if (step === undefined || step.id !== id)
    return refuse(new UiRefusal(409, 'Another change was saved in the meantime.'));
  const read = await state.read(viewer);
  if (step.mode === undefined ? !read.seesAll : !viewer.sees(step.mode))
    return refuse(new UiRefusal(403, 'Your token no longer gives access to the modes that this step changed.'));
  const saved = step.saved.map(({ before, after, ...one }) => ({ ...one, before: after, after: before }));
  const changes = describeEdit(read.project, saved, ui.location.disabledTools);
  const record = { ...blank, mode: step.mode, files: step.files, ...changes };
  await withRecord(edits, record, async () => {
    await writeSavedFiles(ui.location, saved);
    history.remove(id);
    state.refresh('files');
  });
}
