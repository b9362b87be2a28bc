import { compileHypothetical } from '@modegate/policy-check';
import { describeDiff, diffPolicies } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import { UiRefusal } from '../operations/refusal.ts';
import type { PageViewer } from '../operations/viewer.ts';
import type { SavedFile } from './save-history.ts';

/** A change that a viewer makes on the page, for the audit log. */
export interface EditRecord {
  readonly act: 'edit_mode' | 'apply_fix' | 'undo_edit';
  readonly viewer: PageViewer;
  /** Slug of the mode; undefined if the change does not concern a particular mode. */
  readonly mode: string | undefined;
  /** Display names of the files; empty if they are not known. */
  readonly files: readonly string[];
  /** Permissions granted to modes, as sentences. */
  readonly granted: readonly string[];
  /** Permissions revoked, as sentences. */
  readonly taken: readonly string[];
}

/** The reason why a permitted change failed. */
export interface EditFailure {
  readonly code: string;
  readonly message: string;
}

/** The log of changes. */
export interface EditLog {
  /**
   * Called before an allowed change is written. Returns a function to call when the change is done or has failed.
   *
   * @throws if changes must be logged and the log line cannot be written.
   */
  readonly begun: (record: EditRecord) => Promise<(failure?: EditFailure) => Promise<void>>;
  /** Logs a change that was refused. */
  readonly refused: (record: EditRecord, failure: EditFailure) => Promise<void>;
}

/** An edit log that records nothing. */
export const noEditLog: EditLog = { begun: async () => async () => undefined, refused: async () => undefined };

/**
 * Describes the permissions that files, once written, will grant and revoke in every mode, using the wording of
 * `modegate diff`. Pure function.
 */
export function describeEdit(
  project: Project,
  saved: readonly SavedFile[],
  disabledTools: readonly string[] | undefined,
): Pick<EditRecord, 'granted' | 'taken'> {
  const texts = Object.fromEntries(saved.map(({ file, after = '' }) => [file, after]));
  const [policy] = compileHypothetical(project, texts, disabledTools);
  if (policy === undefined) return { granted: [], taken: [] };
  const diff = diffPolicies({ policy: project.policy }, { policy });
  const say = (isWanted: (kind: string) => boolean) =>
    describeDiff({ ...diff, changes: diff.changes.filter(({ kind }) => isWanted(kind)) });
  const takes = new Set(['lost', 'narrowed']);
  return { granted: say((kind) => !takes.has(kind)), taken: say((kind) => takes.has(kind)) };
}

/** Performs an action, and logs it both before and after it is performed. */
export async function withRecord<Result>(
  log: EditLog,
  record: EditRecord,
  act: () => Promise<Result>,
): Promise<Result> {
  const ended = await log.begun(record);
  const result = await act().catch(async (error: unknown) => {
    await ended(failureOf(error));
    throw error;
  });
  await ended();
  return result;
}

/** Describes an error in the form that the log uses. */
export function failureOf(error: unknown): EditFailure {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof UiRefusal ? codes[error.status] : undefined;
  return { code: code ?? 'WRITE_FAILED', message };
}

const codes: Readonly<Record<number, string>> = { 403: 'EDITING_REFUSED', 404: 'MODE_UNKNOWN', 409: 'CONFLICT' };
