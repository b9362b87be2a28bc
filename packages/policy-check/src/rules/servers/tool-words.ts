/** The words of a tool's name in lower case: `browser_evaluate`, `forceRelease`, `mcp-exec`. */
export function toolWords(tool: string): readonly string[] {
  return tool
    .slice(0, 200)
    .split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Whether a name begins with a word of looking. */
export function isLooking([first = '']: readonly string[]): boolean {
  return /^(?:get|list|read|search|find|show|describe|check|view|count|explain|help)$/.test(first);
}
