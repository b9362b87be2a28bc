/** The tool's kind, independent of the agent. */
export type ToolKind =
  /** Reads a file, or lists the contents of a folder. */
  | 'read'
  | 'write'
  | 'edit'
  | 'delete'
  /** Applies a patch whose headers specify the files. */
  | 'patch'
  /** Searches for text or names in a folder and everything below it. */
  | 'search'
  | 'list'
  /** Searches the whole project, regardless of its arguments. */
  | 'index'
  /** Starts a command or a script. */
  | 'command'
  /** Reads the output of a command started by another tool, sends input to it, or ends it. */
  | 'running-command'
  | 'web'
  /** Reads the resources of an MCP server. */
  | 'resource'
  | 'subagent'
  | 'question'
  | 'skill'
  | 'slash-command'
  | 'switch-mode'
  | 'finish'
  /** Accesses only the agent's own records of its work: plans, lists, goals, messages to its subagents. */
  | 'own';

/** Meaning of a parameter for the policy. */
export type ParameterRole =
  /** Path of a file, or of a folder if the tool accepts both. */
  | 'file'
  /** Folder to search. Default: the working folder. */
  | 'folder'
  /** Pattern for file names that narrows a search, relative to the folder. The pattern may lead outside the folder. */
  | 'glob'
  /** Patterns that specify the files themselves; they exclude nothing. */
  | 'files-glob'
  /**
   * Command for a shell. A list in place of a string, or an object with `command` and `args`, is a program with its
   * arguments.
   */
  | 'command'
  /** Program in a language other than a shell's. */
  | 'code'
  /** Folder in which the command runs, relative to the session's folder. Default: the session's folder. */
  | 'workdir'
  /** Name or path of the shell that runs the command. Default: the agent's shell. */
  | 'shell'
  | 'url'
  | 'patch'
  /** Name of an MCP server. */
  | 'server'
  /** Text to write, search for or send. */
  | 'content'
  /** Parameter that does not affect what the tool accesses. */
  | 'none';

/** A tool of an agent. */
export interface AgentTool {
  readonly kind: ToolKind;
  /**
   * Locations of the parameters by role: `path`, `files[].path` for a member of each list item, `files[]` for plain
   * items; `""` for a tool that accepts plain text.
   */
  readonly parameters: Readonly<Partial<Record<ParameterRole, readonly string[]>>>;
  /**
   * Set if the tool uses another file when the specified file is missing: for every path, or only for relative paths.
   */
  readonly replacesMissing?: 'always' | 'relative';
  /** True if the tool follows, or may follow, symbolic links in its folder. Default: it does not follow links. */
  readonly followsLinks?: true;
  /** Shell that always runs the command. Default: the agent's shell. */
  readonly shell?: 'bash' | 'powershell' | 'unknown';
  /**
   * True if a call without a command belongs to a command that another call started. By default, such a call starts a
   * command.
   */
  readonly continues?: true;
}

/** Tools of an agent by name, as reported by its hooks. */
export type AgentTools = Readonly<Record<string, AgentTool>>;

/** Defines a tool; several parameters with the same role are separated by spaces. */
export function tool(
  kind: ToolKind,
  roles: Readonly<Partial<Record<ParameterRole, string>>> = {},
  more: Omit<AgentTool, 'kind' | 'parameters'> = {},
): AgentTool {
  const parameters = Object.fromEntries(
    Object.entries(roles).map(([role, places]) => [role, places === '' ? [''] : places.split(' ')]),
  );
  return { kind, parameters, ...more };
}

/** Defines several similar tools; their names are separated by spaces. */
export function alike(one: AgentTool, names: string): AgentTools {
  return Object.fromEntries(names.split(' ').map((name) => [name, one]));
}

/** Tools that an agent declares to its model, as recorded in `agents/<agent>.json`. */
export interface RecordedAgent {
  readonly agent: string;
  /** Version of the recorded agent. */
  readonly version: string;
  /** Tools by name, excluding those of MCP servers. */
  readonly tools: Readonly<Record<string, RecordedTool>>;
  /** Names under which the agent offers its model the tools of a server called `git-hub_x`, keyed by tool name. */
  readonly serverTools: Readonly<Record<string, readonly string[]>>;
}

/** A tool as declared by an agent. */
export interface RecordedTool {
  /** Ways of starting the agent that make the tool available, such as `headless` or `interactive`. */
  readonly offered: readonly string[];
  /**
   * JSON Schema type of each parameter, by location: `path`, `files[].path` for a member of each list item, `files[]`
   * for plain items. A tool that accepts plain text instead of an object has a single location, `""`.
   */
  readonly parameters: Readonly<Record<string, string>>;
  /** Locations of required parameters. */
  readonly required: readonly string[];
}
