import { isJsonObject, type JsonObject } from '@modegate/json';
import { briefly } from '@modegate/json-rpc';
import { type ParamHeader, paramHeaders, readParamHeaders } from '../revisions/param-headers.ts';

/** What the tools of a modern server want in HTTP headers. */
export interface ToolHeaders {
  /** Takes a page of `tools/list` and returns it without the tools that must not be offered over HTTP. */
  take(page: JsonObject): JsonObject;
  /** The headers for the params of one `tools/call`. */
  of(params: JsonObject): Readonly<Record<string, string>>;
}

/** More tools of a server are not kept anyway. */
const MAX_TOOLS = 10_000;

/** Knows no tool. `onRejected` hears of each tool that is left out. */
export function createToolHeaders(onRejected: (text: string) => void): ToolHeaders {
  const wanted = new Map<string, readonly ParamHeader[]>();
  const isOffered = (tool: unknown): boolean => {
    if (!isJsonObject(tool) || typeof tool.name !== 'string') return true;
    const headers = readParamHeaders(tool.inputSchema);
    wanted.delete(tool.name);
    if (typeof headers === 'string') {
      onRejected(`Its tool ${briefly(tool.name)} is left out, since ${headers}.`);
      return false;
    }
    if (headers.length > 0 && wanted.size < MAX_TOOLS) wanted.set(tool.name, headers);
    return true;
  };
  return {
    take: (page) => {
      if (!Array.isArray(page.tools)) return page;
      const tools = page.tools.filter(isOffered);
      return tools.length === page.tools.length ? page : { ...page, tools };
    },
    of: ({ name, arguments: args }) => {
      const headers = typeof name === 'string' ? wanted.get(name) : undefined;
      return headers === undefined ? {} : paramHeaders(headers, args);
    },
  };
}
