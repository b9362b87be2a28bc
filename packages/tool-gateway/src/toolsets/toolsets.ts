import { createListeners, createMutex } from '@modegate/timing';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { type ApplyOptions, createActiveToolset, type ToolsetsEvent } from './active-toolset.ts';
import type { UnequippedExposure } from './configuration-mode.ts';
import { type ChangedToolPolicy, quoteShort, type Toolset } from './toolset.ts';
import { createToolsetExposure, type ToolsetExposure } from './toolset-exposure.ts';
import { describeFailure, fail, failUnknown, type ToolsetOutcome } from './toolset-failure.ts';
import { resolveToolset, type ToolsetMember } from './toolset-members.ts';
import {
  type AddedNotes,
  type AnnotateRequest,
  annotateTool,
  type BuildOptions,
  buildToolset,
  change,
  deleteToolset,
  equipToolset,
  listToolsets,
  type OperationParts,
  type SavedToolsets,
  unequipToolset,
} from './toolset-operations.ts';
import type { BuildRequest, BuiltToolset } from './toolset-plans.ts';
import type { ToolsetStore } from './toolset-store.ts';

/** Options for {@link createToolsets}. */
export interface ToolsetsOptions {
  readonly store: ToolsetStore;
  /** The project whose last equipped set is stored. */
  readonly projectRoot: string;
  /** Returns the current tools. */
  catalogue(): Catalogue;
  /** Returns the time in epoch milliseconds. */
  now(): number;
  /** Policy for changed tools. Default `flag`: serve them with a warning. */
  readonly changedTools?: ChangedToolPolicy | undefined;
  /** Exposure if no set is equipped. Default `all`. */
  readonly unequipped?: UnequippedExposure | undefined;
}

/** Saved toolsets and the toolset equipped in this process. Operations never throw; each returns an outcome. */
export interface Toolsets extends ToolsetExposure {
  /** The equipped set; the same object while the set is unchanged. */
  readonly active: Toolset | undefined;
  /**
   * The reason why the equipped set is neither the requested set nor the last one; undefined if the equipped set is one
   * of these.
   */
  readonly notice: string | undefined;
  /** Exposure if no set is equipped. */
  readonly unequipped: UnequippedExposure;
  /** Compares any set with the servers' current tools. */
  resolve(toolset: Toolset): readonly ToolsetMember[];
  /**
   * Equips the set with the given name, by default the project's last set. A failure sets the notice and changes
   * nothing. Does not wait for locks.
   */
  restore(name?: string): Promise<ToolsetOutcome<{ readonly toolset: Toolset | undefined }>>;
  /**
   * Applies the last change that another process made for this project. A failure sets the notice and changes nothing.
   */
  follow(): Promise<void>;
  list(): Promise<ToolsetOutcome<SavedToolsets>>;
  build(request: BuildRequest, options: BuildOptions): Promise<ToolsetOutcome<BuiltToolset>>;
  equip(name: string, options?: ApplyOptions): Promise<ToolsetOutcome<{ readonly toolset: Toolset }>>;
  /** Unequips the set; `previous` is the set that was equipped before. */
  unequip(): Promise<ToolsetOutcome<{ readonly previous: Toolset | undefined }>>;
  /** Deletes a saved set, and also unequips it if it is equipped. Fails unless the deletion is confirmed. */
  delete(
    name: string,
    options: { readonly confirm: boolean },
  ): Promise<ToolsetOutcome<{ readonly wasActive: boolean }>>;
  annotate(
    request: AnnotateRequest,
    options: { readonly visible: readonly UpstreamTool[] },
  ): Promise<ToolsetOutcome<AddedNotes>>;
  /**
   * Subscribes to effective changes to the equipped set; the listener is called after a change has been applied. The
   * returned function unsubscribes.
   */
  onChange(listener: (event: ToolsetsEvent) => void): () => void;
  /** Resolves when all operations that have been started so far have ended. */
  idle(): Promise<void>;
}

/** Creates toolsets with one store, one project and one equipped set. Nothing is read until the first operation. */
export function createToolsets(options: ToolsetsOptions): Toolsets {
  const { store, projectRoot, now, catalogue, changedTools = 'flag', unequipped = 'all' } = options;
  const inOrder = createMutex();
  const listeners = createListeners<[ToolsetsEvent]>();
  const active = createActiveToolset(listeners.emit);
  const exposure = createToolsetExposure({ active: () => active.current, catalogue, changedTools, unequipped });
  const parts: OperationParts = { store, active, projectRoot, now };
  return {
    get active() {
      return active.current;
    },
    get notice() {
      return active.notice;
    },
    get members() {
      return exposure.members;
    },
    unequipped,
    includes: exposure.includes,
    whyNotEquipped: exposure.whyNotEquipped,
    warning: exposure.warning,
    annotated: exposure.annotated,
    resolve: (toolset) => resolveToolset(toolset, catalogue(), changedTools),
    restore: (name) =>
      inOrder(async () => {
        const restored = await restoreToolset(parts, name);
        // Startup must neither wait for a lock nor fail because the state folder is read-only.
        if (name !== undefined && restored.ok) void inOrder(() => rememberEquipped(parts, name));
        return restored;
      }),
    follow: () => inOrder(() => followToolsets(parts)),
    list: () => inOrder(() => listToolsets(parts)),
    build: (request, how) => inOrder(() => buildToolset(parts, request, how)),
    equip: (name, how) => inOrder(() => equipToolset(parts, name, how)),
    unequip: () => inOrder(() => unequipToolset(parts)),
    delete: (name, how) => inOrder(() => deleteToolset(parts, name, how)),
    annotate: (request, { visible }) => inOrder(() => annotateTool(parts, request, visible)),
    onChange: listeners.add,
    idle: () => inOrder(async () => undefined),
  };
}

async function restoreToolset(
  { store, active, projectRoot }: OperationParts,
  name: string | undefined,
): Promise<ToolsetOutcome<{ readonly toolset: Toolset | undefined }>> {
  const read = await store.read();
  if (!read.ok) {
    active.setNotice(`No toolset was restored: ${read.reason}`);
    return fail({ code: 'STORE_FAILED', reason: read.reason });
  }
  const wanted = name ?? read.file.lastEquipped.get(projectRoot);
  if (wanted === undefined) return { ok: true, toolset: active.current };
  const toolset = read.file.toolsets.get(wanted);
  if (toolset === undefined) {
    const failure = failUnknown(read.file, wanted);
    active.setNotice(`${describeFailure(failure)} ${quoteShort(wanted)} should have been equipped at startup.`);
    return fail(failure);
  }
  active.set(toolset);
  return { ok: true, toolset };
}

async function followToolsets({ store, active, projectRoot }: OperationParts): Promise<void> {
  const read = await store.read();
  if (!read.ok) return active.setNotice(`The toolset equipped by another process is unknown: ${read.reason}`);
  const wanted = read.file.lastEquipped.get(projectRoot);
  const toolset = wanted === undefined ? undefined : read.file.toolsets.get(wanted);
  if (wanted === undefined || toolset !== undefined) active.set(toolset);
  else active.adopt(read.file);
}

async function rememberEquipped(parts: OperationParts, name: string): Promise<void> {
  const { projectRoot, active } = parts;
  const changed = await change(parts, (file) =>
    file.lastEquipped.get(projectRoot) === name ? undefined : { equipped: { projectRoot, name } },
  );
  if (!changed.ok)
    active.setNotice(
      `The equipped toolset could not be stored for the next start: ${describeFailure(changed.failure)}`,
    );
}
