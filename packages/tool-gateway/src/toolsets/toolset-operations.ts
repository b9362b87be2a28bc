import type { ToolReference } from '../catalogue/tool-reference.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import type { ActiveToolset, ApplyOptions } from './active-toolset.ts';
import { createReferenceResolver } from './reference-index.ts';
import type { ToolNote, Toolset } from './toolset.ts';
import { fail, failUnknown, type ToolsetOutcome } from './toolset-failure.ts';
import { hasToolset, type ToolsetFile, type ToolsetFileChange } from './toolset-file.ts';
import { isEntryOf } from './toolset-members.ts';
import { type BuildRequest, type BuiltToolset, type PlannedNotes, planNotes, planToolset } from './toolset-plans.ts';
import type { ToolsetStore } from './toolset-store.ts';

/** The stored sets, the equipped set, and the project. */
export interface OperationParts {
  readonly store: ToolsetStore;
  readonly active: ActiveToolset;
  /** The project whose last equipped set is stored. */
  readonly projectRoot: string;
  now(): number;
}

/** All readable saved sets; `warnings` describes the unreadable ones. */
export interface SavedToolsets {
  readonly toolsets: readonly Toolset[];
  readonly warnings: readonly string[];
}

/** Options for {@link buildToolset}. */
export interface BuildOptions extends ApplyOptions {
  /** Tools that can be referenced. */
  readonly visible: readonly UpstreamTool[];
  /** True to equip the new set. Default false. */
  readonly autoEquip?: boolean | undefined;
}

/** Notes to add to a tool in the equipped set. */
export interface AnnotateRequest {
  readonly toolRef: ToolReference;
  readonly notes: readonly ToolNote[];
}

/** Notes added to a tool in the equipped set. */
export interface AddedNotes {
  /** The set's name. */
  readonly toolset: string;
  readonly tool: UpstreamTool;
  readonly added: readonly ToolNote[];
  /** One sentence for each note that was not added. */
  readonly errors: readonly string[];
}

/** Reads all sets. */
export async function listToolsets({ store, active }: OperationParts): Promise<ToolsetOutcome<SavedToolsets>> {
  const read = await store.read();
  if (!read.ok) return fail({ code: 'STORE_FAILED', reason: read.reason });
  active.adopt(read.file);
  const { toolsets, unreadable } = read.file;
  return { ok: true, toolsets: [...toolsets.values()], warnings: [...unreadable.values()] };
}

/** Saves a new set and optionally equips it. */
export async function buildToolset(
  parts: OperationParts,
  request: BuildRequest,
  { visible, autoEquip = false, onApplied }: BuildOptions,
): Promise<ToolsetOutcome<BuiltToolset>> {
  const planned = planToolset(request, { visible, now: parts.now() });
  if (typeof planned === 'string') return fail({ code: 'REQUEST_INVALID', reason: planned });
  const { toolset } = planned;
  const { name } = toolset;
  const changed = await change(parts, (file) => {
    if (hasToolset(file, name)) return fail({ code: 'NAME_TAKEN', name });
    return { put: toolset, ...(autoEquip ? { equipped: { projectRoot: parts.projectRoot, name } } : {}) };
  });
  if (!changed.ok) return changed;
  if (autoEquip) parts.active.set(changed.file.toolsets.get(name), { onApplied });
  else parts.active.adopt(changed.file);
  return { ok: true, ...planned };
}

/** Equips a saved set and records it as the project's last equipped set. */
export async function equipToolset(
  parts: OperationParts,
  name: string,
  options?: ApplyOptions,
): Promise<ToolsetOutcome<{ readonly toolset: Toolset }>> {
  const { projectRoot, active } = parts;
  const changed = await change(parts, (file) => {
    if (!file.toolsets.has(name)) return fail(failUnknown(file, name));
    return file.lastEquipped.get(projectRoot) === name ? undefined : { equipped: { projectRoot, name } };
  });
  if (!changed.ok) return changed;
  const toolset = changed.file.toolsets.get(name);
  if (toolset === undefined) return fail(failUnknown(changed.file, name));
  active.set(toolset, options);
  return { ok: true, toolset };
}

/** Unequips the set, both now and for the project's next start. */
export async function unequipToolset(
  parts: OperationParts,
): Promise<ToolsetOutcome<{ readonly previous: Toolset | undefined }>> {
  const { projectRoot, active } = parts;
  const previous = active.current;
  const changed = await change(parts, (file) =>
    file.lastEquipped.has(projectRoot) ? { equipped: { projectRoot, name: undefined } } : undefined,
  );
  if (!changed.ok) return changed;
  active.set(undefined);
  return { ok: true, previous };
}

/** Deletes a saved set, and unequips it if it is equipped. */
export async function deleteToolset(
  parts: OperationParts,
  name: string,
  { confirm }: { readonly confirm: boolean },
): Promise<ToolsetOutcome<{ readonly wasActive: boolean }>> {
  const { projectRoot, active } = parts;
  const changed = await change(parts, (file) => {
    if (!hasToolset(file, name)) return fail(failUnknown(file, name));
    if (!confirm) return fail({ code: 'NOT_CONFIRMED', name });
    const isLast = file.lastEquipped.get(projectRoot) === name;
    return { remove: name, ...(isLast ? { equipped: { projectRoot, name: undefined } } : {}) };
  });
  if (!changed.ok) return changed;
  const wasActive = active.current?.name === name;
  if (wasActive) active.set(undefined);
  else active.adopt(changed.file);
  return { ok: true, wasActive };
}

/** Adds notes to a tool in the equipped set. */
export async function annotateTool(
  parts: OperationParts,
  { toolRef, notes }: AnnotateRequest,
  visible: readonly UpstreamTool[],
): Promise<ToolsetOutcome<AddedNotes>> {
  let done: { readonly toolset: string; readonly tool: UpstreamTool; readonly planned: PlannedNotes } | undefined;
  const changed = await change(parts, (file) => {
    const { current } = parts.active;
    const toolset = current === undefined ? undefined : file.toolsets.get(current.name);
    if (toolset === undefined) return fail({ code: 'NOTHING_EQUIPPED', saved: [...file.toolsets.keys()] });
    const resolved = resolveMember(toolRef, toolset, visible);
    if (!resolved.ok) return resolved;
    const planned = planNotes(toolset, { tool: resolved.tool, notes, now: parts.now() });
    done = { toolset: toolset.name, tool: resolved.tool, planned };
    return planned.toolset === undefined ? undefined : { put: planned.toolset };
  });
  if (!changed.ok) return changed;
  parts.active.adopt(changed.file);
  if (done === undefined) return fail({ code: 'STORE_FAILED', reason: 'Nothing was annotated.' });
  const { toolset, tool, planned } = done;
  return { ok: true, toolset, tool, added: planned.added, errors: planned.errors };
}

/** Updates the file in one step; `plan` returns a change, no change, or a failure. */
export async function change(
  { store, active }: OperationParts,
  plan: (file: ToolsetFile) => ToolsetFileChange | Refused | undefined,
): Promise<ToolsetOutcome<{ readonly file: ToolsetFile }>> {
  const updated = await store.update<Refused | undefined>((file) => {
    const planned = plan(file);
    return planned !== undefined && 'failure' in planned ? { result: planned } : { change: planned, result: undefined };
  });
  if (!updated.ok) return fail({ code: 'STORE_FAILED', reason: updated.reason });
  const { file, result } = updated;
  if (result === undefined) return { ok: true, file };
  active.adopt(file);
  return result;
}

type Refused = ReturnType<typeof fail>;

function resolveMember(
  toolRef: ToolReference,
  toolset: Toolset,
  visible: readonly UpstreamTool[],
): ToolsetOutcome<{ readonly tool: UpstreamTool }> {
  const tool = createReferenceResolver(visible)(toolRef);
  if (typeof tool === 'string') return fail({ code: 'REQUEST_INVALID', reason: tool });
  if (toolset.tools.some((entry) => isEntryOf(entry, tool))) return { ok: true, tool };
  return fail({ code: 'NOT_A_MEMBER', tool: tool.namespacedName, toolset: toolset.name });
}
