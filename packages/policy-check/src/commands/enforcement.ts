/** Agents in which `commandRestrictions` are enforced or ignored. */
export interface CommandEnforcement {
  /** Agents whose hooks or plugins let Modegate enforce the restrictions. */
  readonly enforcedBy: readonly string[];
  /** Agents that read the modes files themselves and ignore the `commandRestrictions` in them. */
  readonly ignoredBy: readonly string[];
}

/** Agents for which Modegate has hooks or plugins, except agents for which these are unverified. */
export const commandEnforcement: CommandEnforcement = {
  enforcedBy: ['Claude Code', 'Codex', 'Copilot CLI', 'Gemini CLI', 'Qwen Code', 'Cline', 'opencode', 'Kilo'],
  ignoredBy: ['Roo Code', 'Zoo Code', 'Kilo Code', 'IBM Bob'],
};

/** Describes in two sentences the agents in which `commandRestrictions` apply. */
export function describeEnforcement({ enforcedBy, ignoredBy }: CommandEnforcement): string {
  return `Modegate enforces 'commandRestrictions' in its hooks and plugins for ${list(enforcedBy)}, and in 'validate_tool_use'. ${list(ignoredBy)} ignore this field.`;
}

function list(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
