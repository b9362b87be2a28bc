import type { AgentProfile, AgentReading } from '../agent-answer.ts';
import { readStrictJson } from '../claude-code/strict-json.ts';
import { readHooks } from '../hooks.ts';
import type { PermissionFile, PermissionFileProblem, PermissionFiles } from '../permission-files.ts';
import type { CodexConfigFile, CodexRole, CodexRules, CodexRulesFile } from './codex-rules.ts';
import { findConfigLaunches, findHookLaunches } from './find-launches.ts';
import { joinPath, liesInside } from './paths.ts';
import { isTable, readCodexConfig, valueAt } from './read-codex-config.ts';
import { readCodexRulesFile } from './read-codex-rules-file.ts';
import { openCodexSession } from './session.ts';

interface Parsed {
  readonly configs: readonly CodexConfigFile[];
  readonly roles: readonly CodexConfigFile[];
  readonly rules: readonly CodexRulesFile[];
  readonly hooks: readonly PermissionFile[];
}

/**
 * Reads the files of Codex: a profile `codex` for the project's folder, one for each other folder with a `.codex` of
 * its own, and one for each role of these.
 */
export function readCodexProfiles(files: PermissionFiles): AgentReading<CodexRules> {
  const parsed = parseFiles(files);
  const own = [...parsed.configs, ...parsed.rules, ...parsed.roles].map(({ path }) =>
    path.slice(0, path.lastIndexOf('/.codex/')),
  );
  const nested = own.filter(
    (folder) => folder !== files.project && folder !== files.home && liesInside(files.project, folder),
  );
  const folders = [files.project, ...[...new Set(nested)].toSorted()];
  const profiles = folders.flatMap((folder) => readFolder(files, parsed, folder));
  const problems = [
    ...[...parsed.configs, ...parsed.roles, ...parsed.rules].flatMap(({ fault }) => (fault ? [fault] : [])),
    ...parsed.rules.flatMap(({ unread }) => unread),
    ...profiles.flatMap(({ doesNotStart }) => (doesNotStart ? [doesNotStart] : [])),
  ];
  const launches = [...parsed.configs.flatMap(findConfigLaunches), ...parsed.hooks.flatMap(findHookLaunches)];
  return { profiles, problems: uniqueProblems(problems), launches, read: describeFiles(parsed) };
}

function parseFiles({ files, home, project }: PermissionFiles): Parsed {
  const at = (pattern: RegExp) => files.filter(({ path }) => pattern.test(path));
  const isUser = ({ path }: PermissionFile) => home !== undefined && path.startsWith(`${joinPath(home, '.codex')}/`);
  const configs = at(
    /\/\.codex\/(?:[^/]+\.)?config\.toml$|^\/etc\/codex\/[^/]+\.toml$|\/\.codex\/(?:requirements|managed_config)\.toml$/,
  ).filter((file) => /\/\.codex\/config\.toml$|^\/etc/.test(file.path) || isUser(file));
  const named = new Set(configs.flatMap((file) => configFilesOfRoles(readCodexConfig(file))));
  const roles = files.filter(
    ({ path }) => /\/\.codex\/agents\/[^/]+\.toml$/.test(path) || (named.has(path) && liesInside(project, path)),
  );
  return {
    configs: configs.map(readCodexConfig),
    roles: roles.map(readCodexConfig),
    rules: at(/(?:\/\.codex|^\/etc\/codex)\/rules\/[^/]+\.rules$/).map(readCodexRulesFile),
    hooks: at(/\/\.codex\/hooks\.json$/),
  };
}

function configFilesOfRoles({ table, path }: CodexConfigFile): readonly string[] {
  const agents = valueAt(table, ['agents']);
  const entries = isTable(agents) ? Object.values(agents).filter(isTable) : [];
  const folder = path.slice(0, path.lastIndexOf('/'));
  return entries.flatMap(({ config_file: file }) => (typeof file === 'string' ? [joinPath(folder, file)] : []));
}

/** The default profile of a start folder, and those of the roles in its `.codex`. */
function readFolder(files: PermissionFiles, parsed: Parsed, folder: string): readonly AgentProfile<CodexRules>[] {
  const { project, home } = files;
  const relative = folder.slice(project.length + 1);
  const start = folder === project ? {} : { folder: relative };
  const base: CodexRules = {
    project,
    home,
    folder,
    configs: parsed.configs,
    rules: parsed.rules,
    hooks: parsed.hooks.map(readHooksFile),
  };
  const fault = openCodexSession({ rules: base }, {});
  const common = { agent: 'codex', ...start, ...('code' in fault && { doesNotStart: fault }) };
  const name = folder === project ? 'codex' : `${relative}:codex`;
  const homes = home === undefined || folder !== project ? [folder] : [home, folder];
  const roles = homes.flatMap((one) => findRoles(parsed, joinPath(one, '.codex')));
  const byName = new Map(roles.map((role) => [role.name, role]));
  return [
    { ...common, name, rules: base },
    ...[...byName.values()].map((role) => ({ ...common, name: `${name}/${role.name}`, rules: { ...base, role } })),
  ];
}

/** Roles of `[agents.<role>]` and of the files in `agents/`, which say their own name. */
function findRoles({ configs, roles }: Parsed, folder: string): readonly CodexRole[] {
  const files = roles.filter(({ path }) => path.startsWith(`${folder}/agents/`));
  const fromFiles = files.map((config): CodexRole => {
    const name = config.table.name;
    const ownName = config.path.slice(config.path.lastIndexOf('/') + 1, -'.toml'.length);
    return { name: typeof name === 'string' && name !== '' ? name : ownName, config };
  });
  const config = configs.find(({ path }) => path === `${folder}/config.toml`);
  const agents = config && valueAt(config.table, ['agents']);
  const entries = isTable(agents) ? Object.entries(agents) : [];
  const fromTable = entries.flatMap(([name, entry]): CodexRole[] => {
    if (!isTable(entry)) return [];
    const file = typeof entry.config_file === 'string' ? joinPath(folder, entry.config_file) : undefined;
    return [{ name, config: roles.find(({ path }) => path === file) }];
  });
  return [...fromFiles, ...fromTable];
}

function describeFiles({ configs, roles, rules, hooks }: Parsed): AgentReading['read'] {
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  return [
    ...configs.map(({ name = '', table }) => ({ file: name, contents: count(Object.keys(table).length, 'setting') })),
    ...roles.map(({ name = '' }) => ({ file: name, contents: '1 role' })),
    ...rules.map(({ name, prefixRules, networkRules, executables }) => ({
      file: name,
      contents: count(prefixRules.length + networkRules.length + executables.length, 'rule'),
    })),
    ...hooks.map(({ name, text }) => ({
      file: name,
      contents: count(text.match(/"command"\s*:/g)?.length ?? 0, 'hook'),
    })),
  ];
}

function uniqueProblems(problems: readonly PermissionFileProblem[]): readonly PermissionFileProblem[] {
  return [
    ...new Map(problems.map((one) => [JSON.stringify([one.code, one.file, one.line, one.column]), one])).values(),
  ];
}

/** Reads the hooks of a `hooks.json`; none if it is not JSON. */
function readHooksFile({ path, name, text }: PermissionFile): CodexRules['hooks'][number] {
  const json = readStrictJson(text);
  const folder = path.slice(0, -'/.codex/hooks.json'.length);
  if (!('value' in json) || !isTable(json.value)) return { folder, hooks: [] };
  const lineOf = (place: readonly (string | number)[]) => json.positionOf(['hooks', ...place]).line;
  return { folder, hooks: readHooks(json.value.hooks, { file: name, lineOf }) };
}
