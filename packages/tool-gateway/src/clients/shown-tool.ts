import type { JsonObject } from '@modegate/json';
import { stripTaskSupport } from '../catalogue/strip-task-support.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';

/** A tool of an upstream as a client is shown it. */
export interface ShownTool {
  readonly tool: UpstreamTool;
  /** The upstream's definition under the exposed name, with notes and warnings added. */
  readonly definition: JsonObject;
}

/** The `_meta` key under which a tool that has changed since it was approved says so. */
const CHANGED_KEY = 'io.github.modegate/changed';

/** Tools as clients are shown them: the same object as long as nothing about a tool has changed. */
export interface ShownTools {
  of(tool: UpstreamTool): ShownTool;
  /** What has changed about a tool that is offered anyway. */
  warning(tool: UpstreamTool): string | undefined;
}

/** The additions to a definition. */
export interface Additions {
  /** The definition with the notes of the equipped toolset. */
  readonly annotated: (tool: UpstreamTool) => JsonObject;
  /** What has changed about the tool since it was approved. */
  readonly warning: (tool: UpstreamTool) => string | undefined;
}

/** Remembers each tool as it was shown. */
export function createShownTools({ annotated, warning }: Additions): ShownTools {
  const shown = new WeakMap<
    UpstreamTool,
    { readonly from: JsonObject; readonly because: string | undefined; readonly item: ShownTool }
  >();
  return {
    warning,
    of: (tool) => {
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
