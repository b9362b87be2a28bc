/** Arguments of a call as they will be executed. */
export type ToolParameters = Readonly<Record<string, unknown>>;

/** Maximum number of files in a call; more than any agent sends. A call with more files is refused. */
export const maxPaths = 1_000;

/**
 * Parameters in which the agents' tools receive a path. Every parameter that is present is checked, because the path
 * that is checked must be the path that is executed.
 */
export const pathParameters = ['path', 'file_path', 'filePath', 'target_file'] as const;

/**
 * True if a key denotes a file or a path (`file`, `filename`, `target_file`, `newPath`, `paths`, …). In a call to a
 * writing tool, everything under such a key is checked as a path, because an executor may use it.
 */
export function speaksOfPath(key: string): boolean {
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = /(?:file|path)(?:[_-]?names?|s)?$/i.test(key);
  if (answers.size >= maxAnswers) answers.clear();
  if (key.length <= 64) answers.set(key, answer);
  return answer;
}

// Agents use the same few keys in every call. The bound limits memory use if a caller invents other keys.
const answers = new Map<string, boolean>();
const maxAnswers = 256;
