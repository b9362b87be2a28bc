import { defined } from '@modegate/json';
import type { EditableMode } from '@modegate/mode-core/text';
import type { EditorProject } from '../model/editor-project.ts';
import { mergeDrafts } from '../model/merge-drafts.ts';
import {
  compileDraft,
  draftedMode,
  equalDrafts,
  type ModeDraft,
  type OpenedProject,
  openProject,
  readDraft,
} from '../model/mode-draft.ts';
import { listRows } from '../model/permission-rows.ts';
import { findReferenceProblems } from '../model/reference-problems.ts';
import {
  type DraftParts,
  type EditorAnswer,
  type EditorRequest,
  failureMessage,
  readRequest,
  type UpdateModeRestrictions,
} from './messages.ts';

/** Access to a host's files. */
export interface EditorFiles {
  /** Reads the current project in order to work on one mode. */
  readonly read: (modeSlug: string) => Promise<EditorReading>;
}

/** A project as read at one point in time, with a method for saving to it. */
export interface EditorReading {
  readonly project: EditorProject;
  /**
   * Saves a mode to the edited file. Writes nothing and resolves with `changed` if the file no longer contains the text
   * that was read. Rejects if the file cannot be written.
   */
  readonly save: (mode: EditableMode) => Promise<'saved' | 'changed'>;
}

/** Answers the requests of an editor. */
export interface EditorHost {
  /** Answers a message. Never rejects, because errors are returned as responses. Updates run one after another. */
  readonly answer: (message: unknown) => Promise<EditorAnswer>;
}

/** Options for {@link createEditorHost}. */
export interface EditorHostOptions {
  /**
   * Reduces a project to the parts that the editor may know about; updates use the whole project. Default: the project
   * is shown in full.
   */
  readonly show?: ((project: EditorProject) => EditorProject) | undefined;
}

interface HostSource extends EditorFiles {
  readonly show: (project: EditorProject) => EditorProject;
}

/** Creates a host for a project's files. */
export function createEditorHost(
  { read }: EditorFiles,
  { show = (project) => project }: EditorHostOptions = {},
): EditorHost {
  const source: HostSource = { read, show };
  let lastUpdate: Promise<unknown> = Promise.resolve();
  const answer = async (message: unknown): Promise<EditorAnswer> => {
    const reading = readRequest(message);
    if (!reading.ok) return reading.failure;
    const { request } = reading;
    try {
      if (request.type !== 'updateModeRestrictions') return await answerQuestion(source, request);
      const update = lastUpdate.then(() => updateMode(source, request));
      lastUpdate = update.catch(() => undefined);
      return await update;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const code = request.type === 'updateModeRestrictions' ? 'WRITE_FAILED' : 'HOST_FAILED';
      return failureMessage(request.id, code, reason);
    }
  };
  return { answer };
}

async function answerQuestion(
  source: HostSource,
  request: Exclude<EditorRequest, UpdateModeRestrictions>,
): Promise<EditorAnswer> {
  const { id, modeSlug } = request;
  const project = source.show((await source.read(modeSlug)).project);
  const opened = openProject(project);
  const known = readDraft(opened, modeSlug);
  if (draftedMode(opened, known) === undefined) return unknownMode(id, opened, modeSlug);
  if (request.type === 'validateMcpRestrictions')
    return validate(opened, request, readParts({ groups: known.groups, ...request }, known));
  const rows = listRows(compileDraft(opened, known));
  const servers = rows.map(({ server, decision, tools }) => ({
    name: server,
    allowed: decision.allowed,
    tools: tools.map((row) => ({ name: row.tool, allowed: row.decision.allowed })),
  }));
  return { type: 'mcpServersForMode', id, modeSlug, servers, project, version: await versionOf(project) };
}

function validate(
  opened: OpenedProject,
  { id, modeSlug }: { readonly id: string; readonly modeSlug: string },
  draft: ModeDraft,
): EditorAnswer {
  const compiled = compileDraft(opened, draft);
  const { problems, failure } = compiled;
  const all = [...problems, ...findReferenceProblems(compiled)];
  const found = all.map(({ severity, code, message, pointer }) => ({ severity, code, message, pointer }));
  const hasError = found.some(({ severity }) => severity === 'error');
  const unwritable =
    failure === undefined || hasError
      ? []
      : [{ severity: 'error' as const, code: 'MODE_INVALID', message: failure, pointer: '' }];
  return {
    type: 'mcpRestrictionsValidation',
    id,
    modeSlug,
    validation: { valid: !hasError && failure === undefined, problems: [...unwritable, ...found] },
  };
}

// A further attempt is needed only if another process writes the file after it has been read and before it is written
// here.
const maxAttempts = 5;

/** Reads the project once per attempt; after a save, the file's new text is already known. */
async function updateMode(source: HostSource, request: UpdateModeRestrictions): Promise<EditorAnswer> {
  const { id, modeSlug } = request;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { project, save } = await source.read(modeSlug);
    const opened = openProject(project);
    const theirs = readDraft(opened, modeSlug);
    if (draftedMode(opened, theirs) === undefined) return unknownMode(id, openProject(source.show(project)), modeSlug);
    const merging = mergeRequest(opened, theirs, request);
    if ('fields' in merging) {
      const shown = source.show(project);
      const version = await versionOf(shown);
      return { type: 'modeRestrictionsConflict', id, modeSlug, fields: merging.fields, project: shown, version };
    }
    const { failure, changed, text } = compileDraft(opened, merging.draft);
    if (failure !== undefined) return failureMessage(id, 'MODE_INVALID', failure);
    const mode = draftedMode(opened, merging.draft);
    if (changed && mode !== undefined && (await save(mode)) === 'changed') continue;
    const now = source.show(changed ? { ...project, edited: { ...project.edited, text } } : project);
    const outcome = changed ? merging.outcome : 'unchanged';
    return { type: 'modeRestrictionsUpdated', id, modeSlug, outcome, project: now, version: await versionOf(now) };
  }
  return failureMessage(id, 'WRITE_FAILED', 'The modes file kept changing while it was being written. Try again.');
}

function mergeRequest(
  opened: OpenedProject,
  theirs: ModeDraft,
  request: UpdateModeRestrictions,
): { readonly outcome: 'saved' | 'merged'; readonly draft: ModeDraft } | { readonly fields: readonly string[] } {
  const { base: given, ...own } = request;
  const withGroups = own.groups !== undefined || given?.groups !== undefined;
  const read = (parts: DraftParts) => readParts(withGroups ? parts : { ...parts, groups: theirs.groups }, theirs);
  const mine = read(own);
  if (given === undefined) return { outcome: 'saved', draft: mine };
  const base = read(given);
  if (equalDrafts(base, theirs)) return { outcome: 'saved', draft: mine };
  const merged = mergeDrafts(opened, { base, mine, theirs });
  if (merged.outcome === 'conflict') return { fields: merged.fields };
  return { outcome: equalDrafts(merged.draft, mine) ? 'saved' : 'merged', draft: merged.draft };
}

/** Returns the draft of a mode as described by a message; if the message omits the commands, they stay unchanged. */
function readParts({ restrictions, groups, commands }: DraftParts, { slug, commands: known }: ModeDraft): ModeDraft {
  const kept = commands === undefined ? known : (commands ?? undefined);
  return { slug, ...defined({ restrictions: restrictions ?? undefined, groups, commands: kept }) };
}

function unknownMode(id: string, { policy }: OpenedProject, slug: string): EditorAnswer {
  const known = policy.modes
    .map(({ config }) => config.slug)
    .slice(0, 20)
    .join(', ');
  return failureMessage(id, 'MODE_UNKNOWN', `No mode has the slug '${slug.slice(0, 100)}'. Known modes: ${known}.`);
}

/** Returns a hash of everything that the editor received. */
async function versionOf(project: EditorProject): Promise<string> {
  const { at: _time, ...lasting } = project;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(lasting)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
