import { quoteShort, type Toolset } from './toolset.ts';
import type { ToolsetFile } from './toolset-file.ts';

/** A change of the equipped set. */
export interface ToolsetsEvent {
  /** `updated`: the same set with other tools, notes or policy. */
  readonly type: 'equipped' | 'updated' | 'unequipped';
  readonly previous: Toolset | undefined;
  readonly current: Toolset | undefined;
}

/** How a change of the equipped set is accompanied. */
export interface ApplyOptions {
  /** Called when the change is applied and before it is announced; `isAnnounced` is false when nothing effective has changed. */
  readonly onApplied?: ((isAnnounced: boolean) => void) | undefined;
}

/** The set that is equipped in this process. */
export interface ActiveToolset {
  readonly current: Toolset | undefined;
  /** Why the equipped set is not the one that was asked for or equipped last. */
  readonly notice: string | undefined;
  /** Equips a set or none, and takes the notice back. */
  set(next: Toolset | undefined, options?: ApplyOptions): void;
  /** Takes over what another process has done to the equipped set. */
  adopt(file: ToolsetFile): void;
  setNotice(notice: string): void;
}

/** Holds the equipped set; reports each effective change once. */
export function createActiveToolset(onChange: (event: ToolsetsEvent) => void): ActiveToolset {
  let current: Toolset | undefined;
  let notice: string | undefined;
  const apply = (next: Toolset | undefined, options: ApplyOptions = {}): void => {
    const previous = current;
    // The very object is kept while nothing has changed, because caches go by it.
    current = JSON.stringify(previous) === JSON.stringify(next) ? previous : next;
    const isAnnounced = effectOf(previous) !== effectOf(current);
    options.onApplied?.(isAnnounced);
    if (isAnnounced) onChange({ type: typeOfChange(previous, current), previous, current });
  };
  return {
    get current() {
      return current;
    },
    get notice() {
      return notice;
    },
    set: (next, options) => {
      notice = undefined;
      apply(next, options);
    },
    adopt: (file) => {
      if (current === undefined) return;
      const { name } = current;
      const stored = file.toolsets.get(name);
      if (stored !== undefined) return apply(stored);
      const unreadable = file.unreadable.get(name);
      if (unreadable === undefined) {
        notice = `The toolset ${quoteShort(name)} was deleted elsewhere, so no toolset is equipped now.`;
        return apply(undefined);
      }
      notice = `${unreadable} It stays equipped as it was.`;
    },
    setNotice: (text) => {
      notice = text;
    },
  };
}

/** The part of a set that its users notice. */
function effectOf(toolset: Toolset | undefined): string | undefined {
  if (toolset === undefined) return undefined;
  const { name, tools, toolNotes = [], onChange } = toolset;
  return JSON.stringify([name, tools, toolNotes, onChange]);
}

function typeOfChange(previous: Toolset | undefined, current: Toolset | undefined): ToolsetsEvent['type'] {
  if (current === undefined) return 'unequipped';
  return previous?.name === current.name ? 'updated' : 'equipped';
}
