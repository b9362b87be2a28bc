/** A session of Claude Code and the calls that its model makes, with `<project>`, `<home>` and `<parent>` in all texts. */
export interface ClaudeSituation {
  /** Texts by path: relative to the project, or `<home>/…`. */
  readonly files: Readonly<Record<string, string>>;
  readonly profile: ClaudeCircumstances;
  /** Commands, and calls such as `Write src/a.ts`. */
  readonly calls: readonly string[];
}

/** Start of a session. Default: in the project, trusted, without flags. */
export interface ClaudeCircumstances {
  readonly subagent?: string;
  readonly flags?: string;
  readonly cwd?: string;
  readonly trusted?: boolean;
}
