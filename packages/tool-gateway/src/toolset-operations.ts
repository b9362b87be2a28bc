import { nearestName } from '@modegate/mode-core';
import type { CatalogueTool } from './catalogue.ts';
import type { ToolReference } from './tool-reference.ts';
import { quoteShort, type ToolNote, type Toolset } from './toolset.ts';
import type { ActiveToolset, ApplyOptions } from './toolset-active.ts';
import { hasToolset, type ToolsetFile, type ToolsetFileChange } from './toolset-file.ts';
import { isEntryOf } from './toolset-members.ts';
import { type BuildRequest, type PlannedNotes, planNotes, planToolset } from './toolset-plans.ts';
import { createReferenceIndex, type ResolvedReference } from './toolset-reference.ts';
import type { ToolsetStore } from './toolset-store.ts';

/** An operation that was refused and changed nothing. */
export interface ToolsetFailure {
  readonly success: false;
  /** What happened, and the nearest way out. */
  readonly error: string;
}

/** An operation that did what it says, with what it found; or its refusal. */
export type ToolsetOutcome<Facts> = ({ readonly success: true } & Facts) | ToolsetFailure;

/** What the operations work on. */
export interface OperationParts {
  readonly store: ToolsetStore;
  readonly active: ActiveToolset;
  /** The project whose last equipped set is remembered. */
  readonly projectRoot: string;
  now(): number;
}

/** Every saved set that can be read; `warnings` tell of the others. */
export interface SavedToolsets {
  readonly toolsets: readonly Toolset[];
  readonly warnings: readonly string[];
}

/** How a toolset is built. */
export interface BuildOptions extends ApplyOptions {
  /** The tools that may be referred to. */
  readonly visible: readonly CatalogueTool[];
  /** Equips the new set. Default false. */
  readonly autoEquip?: boolean | undefined;
}

/** A set that was saved. */
export interface BuiltToolset {
  readonly toolset: Toolset;
  readonly warnings: readonly string[];
}

/** Notes for a tool of the equipped set. */
export interface AnnotateRequest {
  readonly toolRef: ToolReference;
  readonly notes: readonly ToolNote[];
}

/** What was added to a tool of the equipped set. */
export interface AddedNotes {
  /** The set's name. */
  readonly toolset: string;
  readonly tool: CatalogueTool;
  readonly added: readonly ToolNote[];
  /** A sentence for each note that was not added. */
  readonly errors: readonly string[];
}

/** Reads all sets. */
export async function listToolsets({ store, active }: OperationParts): Promise<ToolsetOutcome<SavedToolsets>> {
  const read = await store.read();
  if (!read.ok) return fail(read.reason);
  active.adopt(read.file);
  const { toolsets, unreadable } = read.file;
  return { success: true, toolsets: [...toolsets.values()], warnings: [...unreadable.values()] };
}

/** Saves a new set and, when asked to, equips it. */
export async function buildToolset(
  parts: OperationParts,
  request: BuildRequest,
  { visible, autoEquip = false, onApplied }: BuildOptions,
): Promise<ToolsetOutcome<BuiltToolset>> {
  const planned = planToolset(request, { visible, now: parts.now() });
  if (!planned.ok) return fail(planned.error);
  const { toolset, warnings } = planned;
  const { name } = toolset;
  const changed = await change(parts, (file) => {
    if (hasToolset(file, name)) {
      return `A toolset named ${quoteShort(name)} already exists. Choose another name, or delete that one first.`;
    }
    return { put: toolset, ...(autoEquip ? { equipped: { projectRoot: parts.projectRoot, name } } : {}) };
  });
  if (!changed.success) return changed;
  if (autoEquip) parts.active.set(changed.file.toolsets.get(name), { onApplied });
  else parts.active.adopt(changed.file);
  return { success: true, toolset, warnings };
}

/** Equips a saved set and remembers it for the project. */
export async function equipToolset(
  parts: OperationParts,
  name: string,
  options?: ApplyOptions,
): Promise<ToolsetOutcome<{ readonly toolset: Toolset }>> {
  const { projectRoot, active } = parts;
  const changed = await change(parts, (file) => {
    if (!file.toolsets.has(name)) return describeUnknown(file, name);
    return file.lastEquipped.get(projectRoot) === name ? undefined : { equipped: { projectRoot, name } };
  });
  if (!changed.success) return changed;
  const toolset = changed.file.toolsets.get(name);
  if (toolset === undefined) return fail(describeUnknown(changed.file, name));
  active.set(toolset, options);
  return { success: true, toolset };
}

/** Leaves nothing equipped, and has the project start so next time. */
export async function unequipToolset(
  parts: OperationParts,
): Promise<ToolsetOutcome<{ readonly previous: Toolset | undefined }>> {
  const { projectRoot, active } = parts;
  const previous = active.current;
  const changed = await change(parts, (file) =>
    file.lastEquipped.has(projectRoot) ? { equipped: { projectRoot, name: undefined } } : undefined,
  );
  if (!changed.success) return changed;
  active.set(undefined);
  return { success: true, previous };
}

/** Removes a saved set, and unequips it when it is the equipped one. */
export async function deleteToolset(
  parts: OperationParts,
  name: string,
  { confirm }: { readonly confirm: boolean },
): Promise<ToolsetOutcome<{ readonly wasActive: boolean }>> {
  const { projectRoot, active } = parts;
  const changed = await change(parts, (file) => {
    if (!hasToolset(file, name)) return describeUnknown(file, name);
    if (!confirm) return `Deleting ${quoteShort(name)} cannot be undone. Call again with confirm: true to do it.`;
    const isLast = file.lastEquipped.get(projectRoot) === name;
    return { remove: name, ...(isLast ? { equipped: { projectRoot, name: undefined } } : {}) };
  });
  if (!changed.success) return changed;
  const wasActive = active.current?.name === name;
  if (wasActive) active.set(undefined);
  else active.adopt(changed.file);
  return { success: true, wasActive };
}

/** Adds notes to a tool of the equipped set. */
export async function annotateTool(
  parts: OperationParts,
  { toolRef, notes }: AnnotateRequest,
  visible: readonly CatalogueTool[],
): Promise<ToolsetOutcome<AddedNotes>> {
  let done: { readonly toolset: string; readonly tool: CatalogueTool; readonly planned: PlannedNotes } | undefined;
  const changed = await change(parts, (file) => {
    const { current } = parts.active;
    const toolset = current === undefined ? undefined : file.toolsets.get(current.name);
    if (toolset === undefined) return `No toolset is equipped, and notes belong to one. ${describeSaved(file)}`;
    const resolved = resolveMember(toolRef, toolset, visible);
    if (!resolved.ok) return resolved.problem;
    const planned = planNotes(toolset, { tool: resolved.tool, notes, now: parts.now() });
    done = { toolset: toolset.name, tool: resolved.tool, planned };
    return planned.toolset === undefined ? undefined : { put: planned.toolset };
  });
  if (!changed.success) return changed;
  parts.active.adopt(changed.file);
  if (done === undefined) return fail('Nothing was annotated.');
  const { toolset, tool, planned } = done;
  return { success: true, toolset, tool, added: planned.added, errors: planned.errors };
}

/** The refusal of a name that no readable set has: why, and what there is instead. */
export function describeUnknown(file: ToolsetFile, name: string): string {
  const unreadable = file.unreadable.get(name);
  if (unreadable !== undefined) return unreadable;
  const nearest = nearestName(name, file.toolsets.keys());
  const hint = nearest === undefined ? '' : ` Did you mean ${quoteShort(nearest)}?`;
  return `Toolset ${quoteShort(name)} not found.${hint} ${describeSaved(file)}`;
}

/** A refusal. */
export function fail(error: string): ToolsetFailure {
  return { success: false, error };
}

/** One step on the file; `plan` answers with the change, with nothing to change, or with the sentence that refuses it. */
export async function change(
  { store, active }: OperationParts,
  plan: (file: ToolsetFile) => ToolsetFileChange | string | undefined,
): Promise<ToolsetOutcome<{ readonly file: ToolsetFile }>> {
  const updated = await store.update<string | undefined>((file) => {
    const planned = plan(file);
    return typeof planned === 'string' ? { result: planned } : { change: planned, result: undefined };
  });
  if (!updated.ok) return fail(updated.reason);
  const { file, result } = updated;
  if (result === undefined) return { success: true, file };
  active.adopt(file);
  return fail(result);
}

function resolveMember(toolRef: ToolReference, toolset: Toolset, visible: readonly CatalogueTool[]): ResolvedReference {
  const resolved = createReferenceIndex(visible).resolve(toolRef);
  if (!resolved.ok || toolset.tools.some((entry) => isEntryOf(entry, resolved.tool))) return resolved;
  const tool = quoteShort(resolved.tool.namespacedName);
  return {
    ok: false,
    problem: `${tool} is not in the equipped toolset ${quoteShort(toolset.name)}, so it takes no notes.`,
  };
}

const MAX_NAMES = 20;

function describeSaved({ toolsets }: ToolsetFile): string {
  if (toolsets.size === 0) return 'Saved toolsets: none. Make one with build-toolset.';
  const names = [...toolsets.keys()];
  const rest = names.length - MAX_NAMES;
  return `Saved toolsets: ${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
