/**
 * True if agents offer MCP tools under names of this form: `mcp--server--tool`, `mcp__…`, legacy `mcp_…`, or Modegate's
 * `server__tool`.
 */
export function isMcpToolName(name: string): boolean {
  return /^mcp(?:--|_)./.test(name) || /^[^_].*?__./s.test(name);
}

/**
 * Makes a server or tool name suitable for a wire name, in the same way as the Roo family. Different names may become
 * equal, so the result is never an identity.
 */
export function sanitizeMcpName(name: string): string {
  if (isCleanName.test(name)) return name;
  if (name === '') return '_';
  const cleaned = name
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^a-zA-Z0-9_-]/g, '')
    .replaceAll(/--+/g, '-');
  if (cleaned === '') return '_unnamed';
  return /^[a-zA-Z_]/.test(cleaned) ? cleaned : `_${cleaned}`;
}

// True for nearly every name: a letter or `_` first, and no two consecutive `-` after it. The test costs a fraction of
// what the replacements cost.
const isCleanName = /^[a-zA-Z_]\w*(?:-\w+)*-?$/;

/** Maximum length of an MCP tool's wire name in the Roo family, in characters; longer names are shortened. */
export const maxMcpToolNameLength = 64;

/** Builds the wire name `mcp--server--tool` of the Roo family, shortened to {@link maxMcpToolNameLength}. */
export function buildMcpToolName(serverName: string, toolName: string): string {
  return `mcp--${sanitizeMcpName(serverName)}--${sanitizeMcpName(toolName)}`.slice(0, maxMcpToolNameLength);
}

/**
 * True if a wire name may denote the tool on a server: `mcp--server--tool`, `mcp__server__tool`, the older
 * `mcp_server_tool` or the gateway's `server__tool`, including shortened names and names with a trailing hash. Programs
 * replace characters in different ways, and models confuse `-` and `_`, so this only excludes other tools; it never
 * identifies a tool.
 */
export function isWireNameOf(name: string, { server, tool }: McpNamePair): boolean {
  if (isPlainName(name, { server, tool }) || name === buildMcpToolName(server, tool)) return true;
  const called = fold(name);
  for (const clean of [sanitizeMcpName, replaceRuns, replaceEach, asItIs]) {
    const [from, of] = [fold(clean(server)), fold(clean(tool))];
    const names = [`mcp__${from}__${of}`, `mcp_${from}_${of}`, `${from}__${of}`];
    if (names.some((built) => built === called || built.slice(0, maxMcpToolNameLength) === called)) return true;
  }
  return fold(buildMcpToolName(server, tool)) === called || isHashedNameOf(called, { server, tool });
}

/**
 * Nearly every call has the name `mcp--server--tool`, with both names unchanged. This function compares the parts in
 * place, because building a name costs more.
 */
function isPlainName(name: string, { server, tool }: McpNamePair): boolean {
  const joint = 5 + server.length;
  return (
    name.length === joint + 2 + tool.length &&
    name.startsWith('mcp--') &&
    name.startsWith(server, 5) &&
    name.startsWith('--', joint) &&
    name.endsWith(tool)
  );
}

interface McpNamePair {
  readonly server: string;
  readonly tool: string;
}

/**
 * Matches a shortened name, which consists of the end of the server name, the start of the tool name, and a hash for
 * the rest.
 */
function isHashedNameOf(called: string, { server, tool }: McpNamePair): boolean {
  const parts = /^(.+?)__(?:(.+)_)?(?:[\da-f]{8}|[\da-f]{16}|[\da-f]{32})$/.exec(called);
  if (parts === null) return false;
  const [, from = '', of = ''] = parts;
  return (
    (fold(replaceRuns(server)).replaceAll(/_{2,}/g, '_') || 'server').endsWith(from) &&
    fold(replaceRuns(tool)).startsWith(of)
  );
}

/** Normalises a name so that `-` and `_` are treated as equal. */
function fold(name: string): string {
  return name.replaceAll('-', '_');
}

function replaceRuns(name: string): string {
  if (/^[\w-]*$/.test(name)) return name;
  return name.replaceAll(/[^\w-]+/g, '_').replaceAll(/^_+|_+$/g, '');
}

function replaceEach(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}

function asItIs(name: string): string {
  return name;
}
