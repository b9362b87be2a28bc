/** Agents under whose hooks and plugins Modegate enforces `commandRestrictions`. */
export const commandEnforcers = [
  'Claude Code',
  'Codex',
  'Copilot CLI',
  'Gemini CLI',
  'Qwen Code',
  'Cline',
  'opencode',
  'Kilo',
] as const;

/** Agents that read the files of modes themselves and ignore `commandRestrictions` there. */
export const commandIgnorers = ['Roo Code', 'Zoo Code', 'Kilo Code', 'IBM Bob'] as const;

/** Sentence that says where `commandRestrictions` are enforced. */
export const enforcementNote = `'commandRestrictions' are enforced by Modegate's hooks and plugins for ${list(commandEnforcers)}, and by 'validate_tool_use'. ${list(commandIgnorers)} ignore them.`;

function list(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
