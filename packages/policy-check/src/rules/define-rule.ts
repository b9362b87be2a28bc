import type { Example, Rule } from '../workspace/rule.ts';

/** The part of a rule that lists of rules show. */
export type RuleHead = readonly [id: Rule['id'], name: string, severity: Rule['severity'], preset: Rule['preset']];

type RuleBody = Omit<Rule, 'id' | 'name' | 'severity' | 'preset' | 'since' | 'isFixable'>;

/** Creates a rule that dates from the first version and has no fix, unless the given fields say otherwise. */
export function defineRule(
  [id, name, severity, preset]: RuleHead,
  body: RuleBody & Partial<Pick<Rule, 'since' | 'isFixable'>>,
): Rule {
  return { id, name, severity, preset, since: '0.1.0', isFixable: false, ...body };
}

type ExampleFiles = Example['files'];

/**
 * Creates an example from files keyed by path. A template that starts with a line break loses the common indentation of
 * its lines.
 */
export function example(files: ExampleFiles, note?: string): Example {
  const texts = Object.entries(files).map(([path, text]): [string, string] => [path, withoutIndentation(text)]);
  return { files: Object.fromEntries(texts), ...(note !== undefined && { note }) };
}

/**
 * Creates two examples: files for which a rule reports something, and the same files with each text in `repair`
 * replaced, for which it reports nothing.
 */
export function exampleWithRepair(
  files: ExampleFiles,
  repair: ExampleFiles,
  note?: string,
): Pick<Rule, 'bad' | 'good'> {
  const bad = example(files, note);
  const replace = (text: string): string =>
    Object.entries(repair).reduce((before, [old, now]) => before.replace(old, () => now), text);
  const good = Object.entries(bad.files).map(([path, text]): [string, string] => [path, replace(text)]);
  return { bad, good: { files: Object.fromEntries(good) } };
}

function withoutIndentation(text: string): string {
  if (!text.startsWith('\n')) return text;
  const lines = text.slice(1).replace(/ *$/, '').split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/[^ ]/));
  return lines.map((line) => line.slice(Math.min(...depths))).join('\n');
}

/** Writes `.roomodes` with one mode, given its slug, its role and the lines of its other fields. */
export function modeFile(slug: string, role: string, ...fields: readonly string[]): ExampleFiles {
  return { '.roomodes': modesText(slug, role, ...fields) };
}

/** Writes the text of a modes file as {@link modeFile} does. */
export function modesText(slug: string, role: string, ...fields: readonly string[]): string {
  const name = slug.replaceAll('-', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  const lines = [`name: ${name}`, `roleDefinition: ${role}`, ...fields].map((line) => `    ${line}\n`);
  return `customModes:\n  - slug: ${slug}\n${lines.join('')}`;
}

/** Writes `.roomodes` with a mode that may use MCP servers, given its fields after `groups`. */
export function triageMode(...fields: readonly string[]): ExampleFiles {
  return modeFile('triage', 'You sort what comes in.', 'groups: [read, mcp]', ...fields);
}

/** Writes `.roomodes` with a mode that may run commands, given the lines of its `commandRestrictions`. */
export function builderMode(...restrictions: readonly string[]): ExampleFiles {
  const lines = restrictions.map((line) => `  ${line}`);
  return modeFile('builder', 'You build.', 'groups: [read, edit, command]', 'commandRestrictions:', ...lines);
}

/** Writes `.roomodes` with a mode that has the given `fileRegex` and the given additional groups. */
export function docsMode(fileRegex: string, ...groups: readonly string[]): ExampleFiles {
  const others = groups.map((group) => `  - ${group}`);
  return modeFile('docs-writer', 'You write documentation.', ...fileLimit(fileRegex), ...others);
}

/** Writes the lines of `groups` with a limit on one group. */
export function fileLimit(fileRegex: string, group = 'edit'): readonly string[] {
  return ['groups:', '  - read', `  - - ${group}`, `    - fileRegex: ${fileRegex}`];
}

/** The file of the one server to which the restrictions of {@link triageMode} apply. */
export const githubServer: ExampleFiles = {
  'mcp.json': '{ "mcpServers": { "github": { "command": "github-mcp-server" } } }\n',
};

/** Writes the text of a server file with the given entries. */
export function serversText(...entries: readonly string[]): string {
  const lines = entries.map((entry) => entry.replaceAll(/^/gm, '    '));
  return `{\n  "mcpServers": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/** Writes an entry for {@link serversText} with one field on each line. */
export function serverEntry(name: string, ...fields: readonly string[]): string {
  return `"${name}": {\n${fields.map((field) => `  ${field}`).join(',\n')}\n}`;
}
