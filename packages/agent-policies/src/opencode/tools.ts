/** @internal Presence of a tool, regardless of rules. */
export type ToolPresence = 'always' | 'never' | 'sometimes';

/** @internal Tools of an agent, including tools that depend on a client, a provider or a variable. */
export interface AgentToolList {
  readonly always: ReadonlySet<string>;
  readonly sometimes: ReadonlySet<string>;
}

/** @internal Tools of opencode 1.18.33. */
export const toolsOfOpencode: AgentToolList = {
  always: new Set('bash edit write apply_patch glob grep read skill task todowrite webfetch question'.split(' ')),
  sometimes: new Set(
    'websearch lsp plan_enter plan_exit list_mcp_resources list_mcp_resource_templates read_mcp_resource'.split(' '),
  ),
};

/** Names that users mistake for tools but that belong to no tool; any other name may belong to a server or a plugin. */
const gone: ReadonlySet<string> = new Set(
  'list ls patch multiedit todoread codesearch codebase_search doom_loop external_directory'.split(' '),
);

/** @internal Returns the presence of a tool with this name. Names are compared exactly as written. */
export function presenceOf(tool: string, { always, sometimes }: AgentToolList): ToolPresence {
  if (always.has(tool)) return 'always';
  if (sometimes.has(tool)) return 'sometimes';
  const lower = tool.toLowerCase();
  return tool === '' || gone.has(lower) || (lower !== tool && always.has(lower)) ? 'never' : 'always';
}

/** @internal Returns a server's name in the form with which the names of the server's tools begin. */
export function toolNamePart(server: string): string {
  return server.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
}
