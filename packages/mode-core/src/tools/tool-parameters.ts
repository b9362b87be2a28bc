/** The arguments of a call as they will be executed. */
export type ToolParameters = Readonly<Record<string, unknown>>;

/** The most files that a call may name, which is more than any agent sends. A call that names more is refused. */
export const maxPaths = 1_000;

/** The parameters in which the agents' own tools take a path. Every one that is present counts: the judged path must be the executed one. */
export const pathParameters = ['path', 'file_path', 'filePath', 'target_file'] as const;

/**
 * Whether a key speaks of a file or a path (`file`, `filename`, `target_file`, `newPath`, `paths`, …). In the call of a tool that writes,
 * what is below such a key is judged as a path, since some executor may take it for one.
 */
export function speaksOfPath(key: string): boolean {
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = /(?:file|path)(?:[_-]?names?|s)?$/i.test(key);
  if (answers.size >= maxAnswers) answers.clear();
  if (key.length <= 64) answers.set(key, answer);
  return answer;
}

// Agents use the same few keys in every call; a caller that invents others cannot make the memory grow without end.
const answers = new Map<string, boolean>();
const maxAnswers = 256;
