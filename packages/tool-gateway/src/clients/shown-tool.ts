import type { JsonObject } from '@modegate/json';
import { stripTaskSupport } from '../catalogue/strip-task-support.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';

/** An upstream's tool as shown to a client. */
export interface ShownTool {
  readonly tool: UpstreamTool;
  /** The upstream's definition with the exposed name, notes and warnings. */
  readonly definition: JsonObject;
}

/** Key in `_meta` for a tool that has changed since its approval. */
const CHANGED_KEY = 'io.github.modegate/changed';

/** Tools as shown to clients. Unchanged tools retain their objects. */
export type ShownTools = ReturnType<typeof createShownTools>;

/** Functions that make additions to a definition. */
export interface Additions {
  /** Returns the definition with the notes from the equipped toolset. */
  readonly annotated: (tool: UpstreamTool) => JsonObject;
  /** Describes the changes to the tool since its approval. */
  readonly warning: (tool: UpstreamTool) => string | undefined;
}

/** Creates a cache of shown tools. */
export function createShownTools({ annotated, warning }: Additions) {
  const shown = new WeakMap<
    UpstreamTool,
    { readonly from: JsonObject; readonly because: string | undefined; readonly item: ShownTool }
  >();
  return {
    /** Returns a warning that describes the change to a tool that is still offered. */
    warning,
    of: (tool: UpstreamTool): ShownTool => {
      const from = annotated(tool);
      const because = warning(tool);
      const known = shown.get(tool);
      if (known !== undefined && known.from === from && known.because === because) return known.item;
      const item = { tool, definition: withWarning({ ...stripTaskSupport(from), name: tool.exposedName }, because) };
      shown.set(tool, { from, because, item });
      return item;
    },
  };
}

function withWarning(definition: JsonObject, because: string | undefined): JsonObject {
  if (because === undefined) return definition;
  const meta = typeof definition._meta === 'object' ? definition._meta : undefined;
  return { ...definition, _meta: { ...meta, [CHANGED_KEY]: because } };
}
