/** Tools that an agent declares to its model, as recorded in `agents/<agent>.json`. */
export interface RecordedAgent {
  readonly agent: string;
  /** Version of the recorded agent. */
  readonly version: string;
  /** By tool name, without tools of MCP servers. */
  readonly tools: Readonly<Record<string, RecordedTool>>;
  /** Names that the agent shows its model for tools of a server called `git-hub_x`, by tool name. */
  readonly serverTools: Readonly<Record<string, readonly string[]>>;
}

/** A tool as declared by an agent. */
export interface RecordedTool {
  /** Ways of starting the agent that offer the tool, such as `headless` or `interactive`. */
  readonly offered: readonly string[];
  /**
   * JSON Schema type of each parameter, by location: `path`, `files[].path` for a member of each list item, `files[]`
   * for plain items. A tool that takes plain text instead of an object has the one location `""`.
   */
  readonly parameters: Readonly<Record<string, string>>;
  /** Locations of required parameters. */
  readonly required: readonly string[];
}
