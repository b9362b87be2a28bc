/** What a tool does, in words that no agent owns. */
export type ToolKind =
  /** Reads a file, or lists a folder. */
  | 'read'
  | 'write'
  | 'edit'
  | 'delete'
  /** Applies a patch, whose headers name the files. */
  | 'patch'
  /** Looks for text or names in a folder and all below it. */
  | 'search'
  | 'list'
  /** Looks in the whole project, wherever its arguments point. */
  | 'index'
  /** Runs a command or a script, or acts on one that runs. */
  | 'command'
  | 'web'
  /** Reads the resources of an MCP server. */
  | 'resource'
  | 'subagent'
  | 'question'
  | 'skill'
  | 'slash-command'
  | 'switch-mode'
  | 'finish'
  /** Touches nothing but what the agent itself keeps of its work: plans, lists, goals, messages to its subagents. */
  | 'own';

/** What a parameter means to a policy. */
export type ParameterRole =
  /** The path of a file, or of a folder where the tool takes both. */
  | 'file'
  /** The folder in which the tool looks. Without it the tool looks in the working folder. */
  | 'folder'
  /** A pattern of file names by which the tool leaves others out, relative to the folder. It may lead out of the folder. */
  | 'glob'
  /** Patterns that name the files themselves; they leave nothing out. */
  | 'files-glob'
  | 'command'
  | 'url'
  | 'patch'
  /** The name of an MCP server. */
  | 'server'
  /** What is written, searched for or said. */
  | 'content'
  /** Without effect on what is touched. */
  | 'none';

/** One tool of an agent. */
export interface AgentTool {
  readonly kind: ToolKind;
  /**
   * By role, the places of the parameters: `path`, `files[].path` for a member of each item of a list, `files[]` for plain items; `""` for a
   * tool that takes a plain text.
   */
  readonly parameters: Readonly<Partial<Record<ParameterRole, readonly string[]>>>;
  /** Whether the tool takes another file where the named one is missing: for every path, or for relative ones alone. */
  readonly replacesMissing?: 'always' | 'relative';
  /** True for a tool that follows links in its folder, or may. Default: it does not. */
  readonly followsLinks?: true;
}

/** The tools of an agent by their names, as its hooks tell them. */
export type AgentTools = Readonly<Record<string, AgentTool>>;

/** A tool; the places of a role are written with blanks between them. */
export function tool(
  kind: ToolKind,
  roles: Readonly<Partial<Record<ParameterRole, string>>> = {},
  more: Pick<AgentTool, 'replacesMissing' | 'followsLinks'> = {},
): AgentTool {
  const parameters = Object.fromEntries(
    Object.entries(roles).map(([role, places]) => [role, places === '' ? [''] : places.split(' ')]),
  );
  return { kind, parameters, ...more };
}

/** Tools that are alike; their names are written with blanks between them. */
export function alike(one: AgentTool, names: string): AgentTools {
  return Object.fromEntries(names.split(' ').map((name) => [name, one]));
}
