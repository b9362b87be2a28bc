import type { AgentEntry } from '../opencode/agent-entry.ts';
import { type AgentSettings, noSettings } from '../opencode/agent-settings.ts';
import { entriesIn, type FileValue, flagAt, itemsIn, textAt, valueAt } from '../opencode/file-value.ts';
import type { PermissionEntry, PermissionLeaf, PermissionMap } from '../opencode/permission-map.ts';
import { readFileJsonc } from '../opencode/read-file-jsonc.ts';
import { readFileYaml } from '../opencode/read-file-yaml.ts';
import type { PermissionFile, PermissionFiles } from '../permission-files.ts';

/**
 * @internal Reads the files of Kilo's predecessor (modes and ignored files) in the same way as Kilo. These files have
 * the lowest precedence.
 */
export function legacySettings({ home, files }: PermissionFiles, start: string): AgentSettings {
  const at = (path: string): readonly PermissionFile[] => files.filter((file) => file.path === path);
  const user =
    home === undefined ? [] : [`${home}/.kilocode/cli/global/settings/custom_modes.yaml`, `${home}/.kilocodemodes`];
  const modes = [...user, `${start}/.kilocodemodes`].flatMap(at);
  const ignored = [
    ...(home === undefined ? [] : [`${home}/.kilocode/.kilocodeignore`]),
    `${start}/.kilocodeignore`,
  ].flatMap(at);
  return {
    ...noSettings,
    agents: new Map(modes.flatMap((file) => readModes(file))),
    permission: readIgnored(ignored),
    servers: new Map([`${start}/.kilocode/mcp.json`, `${start}/.kilo/mcp.json`].flatMap(at).flatMap(readServers)),
  };
}

function readServers({ text }: PermissionFile): readonly (readonly [string, boolean])[] {
  const root = readFileJsonc(text);
  const servers = root === undefined || 'what' in root ? undefined : valueAt(root, 'mcpServers');
  return entriesIn(servers).map(([name, { value }]) => [name, flagAt(valueAt(value, 'disabled')) !== true]);
}

const builtInSlugs: ReadonlySet<string> = new Set(['code', 'build', 'architect', 'ask', 'debug', 'orchestrator']);

const permissionsOfGroups: ReadonlyMap<string, string> = new Map([
  ['read', 'read'],
  ['edit', 'edit'],
  ['browser', 'bash'],
  ['command', 'bash'],
  ['mcp', 'mcp'],
]);

function readModes(file: PermissionFile): readonly (readonly [string, AgentEntry])[] {
  const root = readFileYaml(file.text);
  if (root === undefined || 'what' in root) return [];
  return itemsIn(valueAt(root, 'customModes')).flatMap((mode) => {
    const slug = textAt(valueAt(mode, 'slug'));
    if (slug === undefined || builtInSlugs.has(slug)) return [];
    return [[slug, { mode: 'primary', permission: readGroups(mode, file.name) }] as const];
  });
}

/**
 * Reads groups: each group allows its permission, and a group with a regex allows it only for text that the regex,
 * interpreted as a wildcard, covers; a permission without a group is denied.
 */
function readGroups(mode: FileValue, file: string): PermissionMap {
  const groups = valueAt(mode, 'groups');
  const leaf = (action: 'allow' | 'deny', { place: { line } }: FileValue) => leafOf(action, { file, line });
  const map = new Map<string, PermissionEntry>();
  for (const group of itemsIn(groups)) {
    const [first, options] = group.kind === 'list' ? group.items : [group];
    const name = textAt(first);
    if (name === undefined) continue;
    const regex = textAt(valueAt(options, 'fileRegex'));
    const allow = leaf('allow', group);
    const patterns = regex === undefined ? undefined : new Map([[regex, allow]]).set('*', leaf('deny', group));
    map.set(permissionsOfGroups.get(name) ?? name, patterns === undefined ? { leaf: allow } : { patterns });
  }
  for (const key of ['read', 'edit', 'bash', 'mcp'])
    if (!map.has(key)) map.set(key, { leaf: leaf('deny', groups ?? mode) });
  return map;
}

/** Reads ignore patterns: each pattern denies reads and edits, and a negated pattern allows them again. */
function readIgnored(files: readonly PermissionFile[]): PermissionMap {
  const lines = files.flatMap(({ name, text }) =>
    text.split('\n').map((line, index) => ({ text: line.trim(), file: name, line: index + 1 })),
  );
  const patterns = lines.filter(({ text }) => text !== '' && !text.startsWith('#'));
  const [first] = patterns;
  if (first === undefined) return new Map();
  const rules = new Map<string, PermissionLeaf>();
  rules.set('*', leafOf('allow', first));
  for (const one of patterns) if (!one.text.startsWith('!')) rules.set(toWildcard(one.text), leafOf('deny', one));
  for (const one of patterns)
    if (one.text.startsWith('!')) rules.set(toWildcard(one.text.slice(1)), leafOf('allow', one));
  return new Map([
    ['read', { patterns: rules }],
    ['edit', { patterns: rules }],
  ]);
}

function leafOf(action: 'allow' | 'deny', { file, line }: Pick<PermissionLeaf, 'file' | 'line'>): PermissionLeaf {
  return { action, file, line, uncertain: false };
}

function toWildcard(pattern: string): string {
  const contents = pattern.endsWith('/') ? `${pattern}*` : pattern;
  const relative = contents.startsWith('/') ? contents.slice(1) : contents;
  return relative.replaceAll('**/', '*').replace(/\/\*\*$/, '/*');
}
