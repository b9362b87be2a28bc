import { quoteShort, type Toolset } from './toolset.ts';
import type { ToolsetFile } from './toolset-file.ts';

/** A change to the equipped set. */
export interface ToolsetsEvent {
  /** `updated`: the set is still the same, but its tools, notes or policy have changed. */
  readonly type: 'equipped' | 'updated' | 'unequipped';
  readonly previous: Toolset | undefined;
  readonly current: Toolset | undefined;
}

/** Options for a change to the equipped set. */
export interface ApplyOptions {
  /**
   * Called when the change has been applied but not yet announced; `isAnnounced` is false if the change had no effect.
   */
  readonly onApplied?: ((isAnnounced: boolean) => void) | undefined;
}

/** The toolset equipped in this process. */
export type ActiveToolset = ReturnType<typeof createActiveToolset>;

/** Creates the state of the equipped set; reports each effective change once. */
export function createActiveToolset(onChange: (event: ToolsetsEvent) => void) {
  let current: Toolset | undefined;
  let notice: string | undefined;
  const apply = (next: Toolset | undefined, options: ApplyOptions = {}): void => {
    const previous = current;
    // Unchanged sets remain the same objects, since caches depend on this.
    current = JSON.stringify(previous) === JSON.stringify(next) ? previous : next;
    const isAnnounced = effectOf(previous) !== effectOf(current);
    options.onApplied?.(isAnnounced);
    if (isAnnounced) onChange({ type: typeOfChange(previous, current), previous, current });
  };
  return {
    get current() {
      return current;
    },
    /** The reason why the equipped set is neither the requested set nor the last one. */
    get notice() {
      return notice;
    },
    /** Equips a set, or none, and clears the notice. */
    set: (next: Toolset | undefined, options?: ApplyOptions): void => {
      notice = undefined;
      apply(next, options);
    },
    /** Applies a change that another process made to the equipped set. */
    adopt: (file: ToolsetFile) => {
      if (current === undefined) return;
      const { name } = current;
      const stored = file.toolsets.get(name);
      if (stored !== undefined) return apply(stored);
      const unreadable = file.unreadable.get(name);
      if (unreadable === undefined) {
        notice = `The toolset ${quoteShort(name)} was deleted elsewhere, so no toolset is equipped now.`;
        return apply(undefined);
      }
      notice = `${unreadable} The toolset stays equipped as it was.`;
    },
    setNotice: (text: string): void => {
      notice = text;
    },
  };
}

/** Returns the part of a set that affects its users. */
function effectOf(toolset: Toolset | undefined): string | undefined {
  if (toolset === undefined) return undefined;
  const { name, tools, toolNotes = [], onChange } = toolset;
  return JSON.stringify([name, tools, toolNotes, onChange]);
}

function typeOfChange(previous: Toolset | undefined, current: Toolset | undefined): ToolsetsEvent['type'] {
  if (current === undefined) return 'unequipped';
  return previous?.name === current.name ? 'updated' : 'equipped';
}
