/**
 * Returns the words in a tool's name in lower case, for names such as `browser_evaluate`, `forceRelease`, `mcp-exec`.
 */
export function toolWords(tool: string): readonly string[] {
  return tool
    .slice(0, 200)
    .split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** True if a name begins with a verb that suggests reading. */
export function isReadingWord([first = '']: readonly string[]): boolean {
  return /^(?:get|list|read|search|find|show|describe|check|view|count|explain|help)$/.test(first);
}

const shells: ReadonlySet<string> = new Set(['bash', 'shell', 'zsh', 'powershell', 'pwsh', 'exec']);
const verbs: ReadonlySet<string> = new Set(['execute', 'exec', 'run', 'eval', 'start', 'spawn', 'invoke', 'send']);
const things: ReadonlySet<string> = new Set(
  'command commands cmd script scripts code process shell terminal python javascript js node applescript'.split(' '),
);
const lookedAt = /^(?:history|status|output|log|logs|list|info|version|help|docs|result|results)$/;

/**
 * True if the name indicates that a tool runs commands or code: a shell, or a verb such as 'run' directly before its
 * object.
 */
export function isShellTool(tool: string): boolean {
  const words = toolWords(tool);
  const last = words.at(-1) ?? '';
  // `mcp-exec` runs a tool on another server, whose tools have their own list.
  if (isReadingWord(words) || lookedAt.test(last) || words[0] === 'mcp') return false;
  if (shells.has(last)) return true;
  return words.some(
    (word, index) => verbs.has(word) && words.slice(index + 1, index + 3).some((next) => things.has(next)),
  );
}
