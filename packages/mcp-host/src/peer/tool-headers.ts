import { isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { encodeHeader, type ParamHeader, readParamHeaders, valueAtPath } from '@modegate/json-rpc/mcp';

/** HTTP headers that the tools of a stateless server require. */
export type ToolHeaders = ReturnType<typeof createToolHeaders>;

/** Equal to the maximum number of tools stored per server. */
const MAX_TOOLS = 10_000;

/** Creates an empty record. `onRejected` is called for each omitted tool. */
export function createToolHeaders(onRejected: (text: string) => void) {
  const wanted = new Map<string, readonly ParamHeader[]>();
  const isOffered = (tool: unknown): boolean => {
    if (!isJsonObject(tool) || typeof tool.name !== 'string') return true;
    const { headers, problem } = readParamHeaders(tool.inputSchema);
    wanted.delete(tool.name);
    if (problem !== undefined) {
      onRejected(`Its tool ${preview(tool.name)} is ignored because ${problem}.`);
      return false;
    }
    if (headers.length > 0 && wanted.size < MAX_TOOLS) wanted.set(tool.name, headers);
    return true;
  };
  return {
    /** Records a page of `tools/list` and returns it without the tools that must not be offered over HTTP. */
    take: (page: JsonObject) => {
      if (!Array.isArray(page.tools)) return page;
      const tools = page.tools.filter(isOffered);
      return tools.length === page.tools.length ? page : { ...page, tools };
    },
    /** Returns the headers for the params of one `tools/call`. */
    of: ({ name, arguments: args }: JsonObject) => {
      const headers = typeof name === 'string' ? wanted.get(name) : undefined;
      return headers === undefined ? {} : paramHeaders(headers, args);
    },
  };
}

/**
 * Returns the headers for the arguments of one call; an argument that is missing, null or of an unsupported type gets
 * no header.
 */
export function paramHeaders(wanted: readonly ParamHeader[], args: unknown): Readonly<Record<string, string>> {
  const headers = wanted.flatMap(({ header, path }) => {
    const value = valueAtPath(args, path);
    const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
    return isPlain ? [[header, encodeHeader(String(value))] as const] : [];
  });
  return Object.fromEntries(headers);
}
