/** An object of anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** A mapping. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text that is not empty. */
export function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Text, or nothing. */
export function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** A group entry as the schema has it, without another key. */
export function isGroupEntry(entry: unknown): boolean {
  const names = ['read', 'edit', 'browser', 'command', 'mcp', 'modes'];
  if (!Array.isArray(entry)) return names.includes(entry as string);
  const [name, options] = entry as readonly unknown[];
  if (entry.length !== 2 || !names.includes(name as string) || !isFields(options)) return false;
  return (
    isTextOrAbsent(options.fileRegex) &&
    isTextOrAbsent(options.description) &&
    Object.keys(options).every((key) => key === 'fileRegex' || key === 'description')
  );
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.trim() === value;
}

/** A list of names without blanks. */
export function isNameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isName);
}

/** The lists of MCP restrictions as the schema has them, and no key beside them, `extends`, `schedule` and `when`. */
export function isRestrictions(value: unknown): value is Fields {
  if (!isFields(value)) return false;
  const lists = ['allowedServers', 'disallowedServers', 'allowedTools', 'disallowedTools'];
  const others = ['extends', 'schedule', 'when'];
  const isPair = (pair: unknown) =>
    isFields(pair) &&
    isName(pair.serverName) &&
    isName(pair.toolName) &&
    Object.keys(pair).every((key) => ['serverName', 'toolName', 'schedule', 'when'].includes(key));
  return Object.entries(value).every(([key, list]) => {
    if (!lists.includes(key)) return others.includes(key);
    return key.endsWith('Servers') ? isNameList(list) : Array.isArray(list) && list.every(isPair);
  });
}

/** A server whose policy fields are of their types. */
export function isServer(server: Fields): boolean {
  const isFlag = (value: unknown) => value === undefined || typeof value === 'boolean';
  const isList = (value: unknown) =>
    value === undefined || (Array.isArray(value) && value.every((tool) => typeof tool === 'string'));
  return (
    isFlag(server.defaultEnabled) &&
    isFlag(server.disabled) &&
    isList(server.disabledTools) &&
    isList(server.enabledTools)
  );
}
