import { equalValues } from '@modegate/json';
import { validateReferences } from '@modegate/mode-core';
import type { EditableMode } from '@modegate/mode-core/text';
import type { EditedFile, EditorProject } from '../model/editor-project.ts';
import { mergeDrafts } from '../model/merge-drafts.ts';
import {
  compileDraft,
  draftedMode,
  type ModeDraft,
  type OpenedProject,
  openProject,
  readDraft,
} from '../model/mode-draft.ts';
import { listRows } from '../model/permission-rows.ts';
import {
  draftOf,
  type EditorAnswer,
  type EditorRequest,
  fail,
  readRequest,
  type UpdateModeRestrictions,
} from './messages.ts';

/** What a host does for the editor. */
export interface EditorFiles {
  /** The project as it is now, for work on one mode. */
  readonly read: (modeSlug: string) => Promise<EditorProject>;
  /**
   * Saves a mode into the edited file if that file still has the text of `edited`, else answers `changed` and writes nothing.
   * Rejects when it cannot write.
   */
  readonly save: (edited: EditedFile, mode: EditableMode) => Promise<'saved' | 'changed'>;
}

/** Answers the requests of an editor. */
export interface EditorHost {
  /** Never rejects: whatever is wrong is in the answer. Updates run one after the other. */
  readonly answer: (message: unknown) => Promise<EditorAnswer>;
}

/** How a host answers. */
export interface EditorHostOptions {
  /** What an editor is shown of a project, such as without what it may not know. Updates are made of the whole. Default: all of it. */
  readonly show?: ((project: EditorProject) => EditorProject) | undefined;
}

/** What answers come from. */
interface Answering extends EditorFiles {
  readonly show: (project: EditorProject) => EditorProject;
}

/** Makes a host over the files of a project. */
export function createEditorHost(
  { read, save }: EditorFiles,
  { show = (project) => project }: EditorHostOptions = {},
): EditorHost {
  const files = { read, save, show };
  let lastUpdate: Promise<unknown> = Promise.resolve();
  const answer = async (message: unknown): Promise<EditorAnswer> => {
    const reading = readRequest(message);
    if (!reading.ok) return reading.failure;
    const { request } = reading;
    try {
      if (request.type !== 'updateModeRestrictions') return await answerQuestion(files, request);
      const update = lastUpdate.then(() => updateMode(files, request));
      lastUpdate = update.catch(() => undefined);
      return await update;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return fail(request.id, request.type === 'updateModeRestrictions' ? 'WRITE_FAILED' : 'HOST_FAILED', reason);
    }
  };
  return { answer };
}

async function answerQuestion(
  files: Answering,
  request: Exclude<EditorRequest, UpdateModeRestrictions>,
): Promise<EditorAnswer> {
  const { id, modeSlug } = request;
  const project = files.show(await files.read(modeSlug));
  const opened = openProject(project);
  const known = readDraft(opened, modeSlug);
  if (draftedMode(opened, known) === undefined) return unknownMode(id, opened, modeSlug);
  if (request.type === 'validateMcpRestrictions')
    return validate(opened, request, draftOf(modeSlug, { ...known, restrictions: request.restrictions }));
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
  const { policy, problems, failure } = compileDraft(opened, draft);
  const { servers, offered = [] } = opened.project;
  const configured = (servers ?? []).map(({ name }) => offered.find((server) => server.name === name) ?? { name });
  const unknown =
    servers === undefined ? [] : validateReferences(policy, configured).filter(({ mode }) => mode === modeSlug);
  const found = [...problems, ...unknown].map(({ severity, code, message, pointer }) => ({
    severity,
    code,
    message,
    pointer,
  }));
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

// This happens only if the file is written elsewhere between two of our reads, each time.
const maxAttempts = 5;

async function updateMode(files: Answering, request: UpdateModeRestrictions): Promise<EditorAnswer> {
  const { id, modeSlug } = request;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const project = await files.read(modeSlug);
    const opened = openProject(project);
    const theirs = readDraft(opened, modeSlug);
    if (draftedMode(opened, theirs) === undefined) return unknownMode(id, openProject(files.show(project)), modeSlug);
    const draft = mergeRequest(opened, theirs, request);
    if ('fields' in draft) {
      const shown = files.show(project);
      const { fields } = draft;
      const version = await versionOf(shown);
      return { type: 'modeRestrictionsConflict', id, modeSlug, fields, project: shown, version };
    }
    const { failure, changed } = compileDraft(opened, draft.draft);
    if (failure !== undefined) return fail(id, 'MODE_INVALID', failure);
    const mode = draftedMode(opened, draft.draft);
    if (changed && mode !== undefined && (await files.save(project.edited, mode)) === 'changed') continue;
    const now = files.show(changed ? await files.read(modeSlug) : project);
    const outcome = changed ? draft.outcome : 'unchanged';
    return { type: 'modeRestrictionsUpdated', id, modeSlug, outcome, project: now, version: await versionOf(now) };
  }
  return fail(id, 'WRITE_FAILED', 'The modes file changed again and again while it was to be written. Try again.');
}

function mergeRequest(
  opened: OpenedProject,
  theirs: ModeDraft,
  request: UpdateModeRestrictions,
): { readonly outcome: 'saved' | 'merged'; readonly draft: ModeDraft } | { readonly fields: readonly string[] } {
  const { modeSlug, restrictions, groups, base: given } = request;
  const withGroups = groups !== undefined || given?.groups !== undefined;
  const mine = draftOf(modeSlug, { restrictions, groups: withGroups ? groups : theirs.groups });
  if (given === undefined) return { outcome: 'saved', draft: mine };
  const base = draftOf(modeSlug, { ...given, groups: withGroups ? given.groups : theirs.groups });
  if (isEqual(base, theirs)) return { outcome: 'saved', draft: mine };
  const merged = mergeDrafts(opened, { base, mine, theirs });
  if (merged.outcome === 'conflict') return { fields: merged.fields };
  return { outcome: isEqual(merged.draft, mine) ? 'saved' : 'merged', draft: merged.draft };
}

function isEqual(left: ModeDraft, right: ModeDraft): boolean {
  return equalValues([left.groups, left.restrictions], [right.groups, right.restrictions]);
}

function unknownMode(id: string, { policy }: OpenedProject, slug: string): EditorAnswer {
  const known = policy.modes
    .map(({ config }) => config.slug)
    .slice(0, 20)
    .join(', ');
  return fail(id, 'MODE_UNKNOWN', `No mode has the slug '${slug.slice(0, 100)}'. Known modes: ${known}.`);
}

/** A hash of everything that the editor was given. */
async function versionOf(project: EditorProject): Promise<string> {
  const { at: _time, ...lasting } = project;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(lasting)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
