import { isAbsolute } from 'node:path';
import { applyFixes, applyFixesWithoutGrants, compileHypothetical, type Finding } from '@modegate/policy-check';
import { describeDiff } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import { changedLines, type FixRequest, type FixView, findingKey } from '@modegate/restrictions-editor/model';
import { RollbackFailed } from '@modegate/text-files';
import type { PageContext } from '../operations/page-context.ts';
import type { ReadState } from '../operations/project-state.ts';
import { UiRefusal } from '../operations/refusal.ts';
import type { PageViewer } from '../operations/viewer.ts';
import { describeEdit, type EditRecord, failureOf, noEditLog, withRecord } from './edit-log.ts';
import { noRightToEdit } from './edit-mode.ts';
import type { SavedFile } from './save-history.ts';
import { writeSavedFiles } from './write-saved-files.ts';

/**
 * Shows or applies the fix for a finding, and logs the applied change or the reason for a refusal.
 *
 * @throws {UiRefusal} 403 for a viewer who may not edit every mode, 409 if the fix can no longer be applied or would
 * grant a permission.
 */
export async function fixFinding(parts: PageContext, asked: FixRequest, viewer: PageViewer): Promise<FixView> {
  const { ui, state, history } = parts;
  const { edits = noEditLog, location } = ui;
  const blank: EditRecord = { act: 'apply_fix', viewer, mode: undefined, files: [], granted: [], taken: [] };
  const read = await state.read(viewer);
  const planned = await planOrRefuse(read, { asked, viewer, disabledTools: location.disabledTools }).catch(
    async (error: unknown) => {
      if (asked.apply) await edits.refused(blank, failureOf(error));
      throw error;
    },
  );
  const { saved, what, view } = planned;
  if (!asked.apply) return view;
  const changes = describeEdit(read.project, saved, location.disabledTools);
  const record = { ...blank, files: saved.map(({ file }) => file), ...changes };
  const keep = (written: readonly SavedFile[]) => {
    history.add({ what, saved: written, viewer: viewer.id, mode: undefined });
    state.refresh('files');
  };
  await withRecord(edits, record, async () => {
    await writeSavedFiles(location, saved).catch((error: unknown) => {
      if (!(error instanceof RollbackFailed)) throw error;
      keep(saved.filter((one) => error.left.includes(one)));
      throw new Error(`${error.message} Use Undo to restore the rest.`, { cause: error });
    });
    keep(saved);
  });
  return { ...view, isApplied: true };
}

interface Planning {
  readonly asked: FixRequest;
  readonly viewer: PageViewer;
  readonly disabledTools: readonly string[] | undefined;
}

/**
 * A fix may change any mode, and displaying a fix shows the lines around it; viewers on other machines cannot change
 * server files.
 */
async function planOrRefuse(read: ReadState, { asked, viewer, disabledTools }: Planning): Promise<PlannedFix> {
  if (!viewer.mayEdit) throw new UiRefusal(403, noRightToEdit);
  if (!read.seesAll)
    throw new UiRefusal(403, 'A fix may change any mode, but your token does not give access to all modes.');
  const planned = await planFix(read, { key: asked.key, disabledTools });
  const modesFiles = new Set(read.project.sources.filter(({ what }) => what === 'modes').map(({ file }) => file));
  if (viewer.id !== undefined && !planned.saved.every(({ file }) => modesFiles.has(file)))
    throw new UiRefusal(403, 'This fix changes a server file, which cannot be done from here.');
  const { grants } = planned.view;
  if (asked.apply && grants !== undefined && !asked.allowGrants)
    throw new UiRefusal(409, `This fix would grant permissions: ${grants}`);
  return planned;
}

/** A fix, with the text and permissions that would result from applying it. */
export type PlannedFix = Awaited<ReturnType<typeof planFix>>;

/**
 * Plans the fix for a finding: the text that the fix would write and the permissions that it would grant. Leaves the
 * user's own files unchanged, as `modegate fix` does.
 *
 * @throws {UiRefusal} if the finding no longer exists, or has no fix for the project's files.
 */
export async function planFix(
  { project, findings, servers }: ReadState,
  { key, disabledTools }: { readonly key: string; readonly disabledTools: readonly string[] | undefined },
) {
  const finding = (await findings()).find((one) => findingKey(one) === key);
  if (finding === undefined) throw new UiRefusal(409, 'This finding no longer exists.');
  const before = ownTexts(project);
  if (finding.fix?.edits.every(({ file }) => before[file] !== undefined) !== true)
    throw new UiRefusal(409, 'This finding cannot be fixed in the project files.');
  const { files } = applyFixes(before, [finding], { isUnsafeAllowed: true });
  const changed = Object.keys(before).filter((file) => files[file] !== before[file]);
  const inventory = servers?.map(({ name, tools }) => ({ name, ...(tools === undefined ? {} : { tools }) }));
  const policiesOf = (texts: Readonly<Record<string, string>>) =>
    compileHypothetical(project, texts, disabledTools).map((policy) => ({ policy, inventory }));
  const saved = changed.map((file): SavedFile => {
    return { file, layer: 'project', before: before[file], after: files[file] };
  });
  const view: FixView = {
    isApplied: false,
    grants: describeGrants(before, finding, policiesOf),
    files: saved.map((one) => ({ file: one.file, lines: changedLines(one.before, one.after) })),
  };
  return { what: `fixed ${finding.rule}`, saved, view };
}

type PoliciesOf = Parameters<typeof applyFixesWithoutGrants>[2]['policiesOf'];

function describeGrants(
  before: Readonly<Record<string, string>>,
  finding: Finding,
  policiesOf: PoliciesOf,
): string | undefined {
  const { granting } = applyFixesWithoutGrants(before, [finding], { isUnsafeAllowed: true, policiesOf });
  if (granting.length === 0) return undefined;
  const changes = granting.flatMap(({ grants }) => grants);
  const all = describeDiff({ changes, addedModes: [], removedModes: [] }).join(' ');
  return all.length > maxShown ? `${all.slice(0, maxShown)}…` : all || 'The exact permissions are unknown.';
}

const maxShown = 1000;

/** Returns the files that belong to the project itself. */
function ownTexts({ sources }: Project): Readonly<Record<string, string>> {
  const own = sources.filter(({ layer, path }) => layer === 'project' && !isAbsolute(path));
  return Object.fromEntries(own.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text]])));
}
