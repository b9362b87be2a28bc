/** What an agent does with a call of an MCP tool. */
export type ToolAction = 'allow' | 'ask' | 'deny';

/**
 * What opencode 1.18.33 and Kilo 7.7.7 do with a call, by their documents and by what they do: `tools` become rules before those of
 * `permission`, a key of both keeps its place and takes the value of `permission`, and the last rule that matches counts. The rest is open. On Windows case does not count.
 */
export function actionOf(
  {
    tools = {},
    permission = {},
  }: { readonly tools?: Readonly<Record<string, boolean>>; readonly permission?: unknown },
  { server, tool, system }: { readonly server: string; readonly tool: string; readonly system: 'linux' | 'windows' },
): ToolAction {
  const switches = Object.entries(tools).map(([key, isOn]) => [key, isOn ? 'allow' : 'deny'] as const);
  const actions = typeof permission === 'string' ? { '*': permission } : (permission as object);
  const fold = (text: string) => (system === 'windows' ? text.toLowerCase() : text);
  const name = fold(`${clean(server)}_${clean(tool)}`);
  const rules = Object.entries({ ...Object.fromEntries(switches), ...actions }).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [{ key, pattern: '*', action: value }]
      : Object.entries(value as object).map(([pattern, action]) => ({ key, pattern, action })),
  );
  return rules.findLast(({ key, pattern }) => matches(fold(key), name) && matches(pattern, '*'))?.action ?? 'allow';
}

function clean(name: string): string {
  return Array.from({ length: name.length }, (_, index) =>
    /[a-z0-9_-]/i.test(name[index] ?? '') ? name[index] : '_',
  ).join('');
}

/** A blank and `*` at the end may be absent together. */
function matches(pattern: string, name: string): boolean {
  return matchesUnits(pattern, name) || (pattern.endsWith(' *') && matchesUnits(pattern.slice(0, -2), name));
}

function matchesUnits(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  const rest = pattern.slice(1);
  if (pattern[0] === '*') return matchesUnits(rest, name) || (name !== '' && matchesUnits(pattern, name.slice(1)));
  return name !== '' && (pattern[0] === '?' || pattern[0] === name[0]) && matchesUnits(rest, name.slice(1));
}
