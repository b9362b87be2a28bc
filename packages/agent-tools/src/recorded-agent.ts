/** What an agent declares to its model, as recorded in `agents/<agent>.json`. */
export interface RecordedAgent {
  readonly agent: string;
  /** The version of the agent that was recorded. */
  readonly version: string;
  /** By the name of the tool, without the tools of MCP servers. */
  readonly tools: Readonly<Record<string, RecordedTool>>;
  /** By the name of a tool of a server called `git-hub_x`, what the agent calls it towards its model. */
  readonly serverTools: Readonly<Record<string, readonly string[]>>;
}

/** One tool, as an agent declares it. */
export interface RecordedTool {
  /** The ways of starting the agent in which the tool is offered, such as `headless` or `interactive`. */
  readonly offered: readonly string[];
  /**
   * By the place of each parameter, its type in JSON Schema: `path`, `files[].path` for a member of each item of a list, `files[]` for plain
   * items. A tool that takes a plain text instead of an object has the one place `""`.
   */
  readonly parameters: Readonly<Record<string, string>>;
  /** The places that a call cannot leave out. */
  readonly required: readonly string[];
}
