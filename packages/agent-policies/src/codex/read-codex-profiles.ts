import type { AgentReading } from '../agent-answer.ts';
import { countNoun } from '../count-noun.ts';
import { hookLaunches } from '../hooks.ts';
import { joinPath, liesInside } from '../paths.ts';
import type { PermissionFile, PermissionFileProblem, PermissionFiles } from '../permission-files.ts';
import { quoteList } from '../risks/quote.ts';
import type { CodexConfigFile, CodexRules, CodexRulesFile } from './codex-rules.ts';
import type { CodexSetting } from './config-layers.ts';
import { findConfigLaunches } from './find-launches.ts';
import { findServersWithoutStart } from './find-start-fault.ts';
import { isTable, lineOfKey, readCodexConfig, valueAt } from './read-codex-config.ts';
import { type CodexHooksFile, readHooksFile } from './read-codex-hooks.ts';
import { readCodexRoles } from './read-codex-roles.ts';
import { readCodexRulesFile } from './read-codex-rules-file.ts';
import { openCodexSession } from './session.ts';

interface Parsed {
  readonly configs: readonly CodexConfigFile[];
  readonly roles: readonly CodexConfigFile[];
  readonly rules: readonly CodexRulesFile[];
  readonly hooks: readonly CodexHooksFile[];
}

/**
 * Reads the Codex files into profiles: `codex` for the project folder, one for each other folder that has its own
 * `.codex`, and one for each role in these folders.
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
  const read = folders.map((folder) => readFolder(files, parsed, folder));
  const profiles = read.flatMap((one) => one.profiles);
  const problems = [
    ...read.flatMap((one) => one.problems),
    ...[...parsed.configs, ...parsed.rules, ...parsed.hooks].flatMap(({ fault }) => (fault ? [fault] : [])),
    ...parsed.rules.flatMap(({ unread }) => unread),
    ...profiles.flatMap(({ doesNotStart }) => (doesNotStart ? [doesNotStart] : [])),
  ];
  const launches = [
    ...parsed.configs.flatMap(findConfigLaunches),
    ...parsed.hooks.flatMap(({ hooks }) => hookLaunches(hooks)),
  ];
  return { profiles, problems: uniqueProblems(problems), launches, read: describeFiles(parsed) };
}

function parseFiles({ files, home, project }: PermissionFiles): Parsed {
  const at = (pattern: RegExp) => files.filter(({ path }) => pattern.test(path));
  const isUser = ({ path }: PermissionFile) => home !== undefined && path.startsWith(`${joinPath(home, '.codex')}/`);
  const isConfig = ({ path }: PermissionFile) => /\/\.codex\/config\.toml$|^\/etc/.test(path);
  const configs = at(/\/\.codex\/(?:[^/]+\.)?config\.toml$|^\/etc\/codex\/[^/]+\.toml$/)
    .filter((file) => isConfig(file) || isUser(file))
    .map(readCodexConfig);
  const named = new Set(configs.flatMap(configFilesOfRoles));
  const roles = files.filter(
    ({ path }) =>
      /\/\.codex\/agents\/(?:[^/]+\/)*[^/]+\.toml$/.test(path) || (named.has(path) && liesInside(project, path)),
  );
  return {
    configs,
    roles: roles.map(readCodexConfig),
    rules: at(/(?:\/\.codex|^\/etc\/codex)\/rules\/[^/]+\.rules$/).map(readCodexRulesFile),
    hooks: at(/\/\.codex\/hooks\.json$/).map(readHooksFile),
  };
}

function configFilesOfRoles({ table, path }: CodexConfigFile): readonly string[] {
  const agents = valueAt(table, ['agents']);
  const entries = isTable(agents) ? Object.values(agents).filter(isTable) : [];
  const folder = path.slice(0, path.lastIndexOf('/'));
  return entries.flatMap(({ config_file: file }) => (typeof file === 'string' ? [joinPath(folder, file)] : []));
}

/** Reads the default profile of a start folder, and the profiles of the roles in its `.codex`. */
function readFolder(
  files: PermissionFiles,
  parsed: Parsed,
  folder: string,
): Pick<AgentReading<CodexRules>, 'profiles' | 'problems'> {
  const { project, home } = files;
  const relative = folder.slice(project.length + 1);
  const start = folder === project ? {} : { folder: relative };
  const base: CodexRules = { project, home, folder, configs: parsed.configs, rules: parsed.rules, hooks: parsed.hooks };
  const session = openCodexSession({ rules: base }, {});
  const common = { agent: 'codex', ...start, ...('code' in session && { doesNotStart: session }) };
  const name = folder === project ? 'codex' : `${relative}:codex`;
  const homes = home === undefined || folder !== project ? [folder] : [home, folder];
  const read = homes.map((one) => {
    const codex = joinPath(one, '.codex');
    return readCodexRoles(
      codex,
      parsed.configs.find(({ path }) => path === `${codex}/config.toml`),
      parsed.roles,
    );
  });
  const byName = new Map(read.flatMap(({ roles }) => roles.map((role) => [role.name, role])));
  const roles = [...byName.values()].map((role) => ({
    ...common,
    name: `${name}/${role.name}`,
    rules: { ...base, role },
  }));
  const problems = [
    ...read.flatMap((one) => one.problems),
    ...('code' in session ? [] : findServersWithoutStart(session.layers).map(serverFault)),
  ];
  return { profiles: [{ ...common, name, rules: base }, ...roles], problems };
}

/**
 * Returns the fault of a server that has neither `command` nor `url`; the server may be defined in a file that is not
 * read.
 */
function serverFault({ config, path }: CodexSetting): PermissionFileProblem {
  const message = `The MCP server ${path[1]} has neither "command" nor "url". Codex does not start unless another of its files sets one of them. Add one here, or remove the table.`;
  const place = { file: config.name ?? '', line: lineOfKey(config, path), column: 1 };
  return { code: 'CODEX_SERVER_WITHOUT_START', severity: 'warning', message, ...place };
}

function describeFiles({ configs, roles, rules, hooks }: Parsed): AgentReading['read'] {
  return [
    ...configs.map(({ name = '', table }) => ({
      file: name,
      contents: countNoun(Object.keys(table).length, 'setting'),
    })),
    ...roles.map(({ name = '' }) => ({ file: name, contents: '1 role' })),
    ...rules.map(({ name, prefixRules, networkRules, executables }) => ({
      file: name,
      contents: countNoun(prefixRules.length + networkRules.length + executables.length, 'rule'),
    })),
    ...hooks.map(({ name, hooks: own, fault }) => ({
      file: name,
      contents: fault === undefined ? countNoun(own.length, 'hook') : 'dropped',
    })),
  ];
}

/** Returns each problem once, and merges identical warnings about several files into one. */
function uniqueProblems(problems: readonly PermissionFileProblem[]): readonly PermissionFileProblem[] {
  const unique = new Map(problems.map((one) => [JSON.stringify([one.code, one.file, one.line, one.column]), one]));
  const groups = Map.groupBy(unique.values(), ({ severity, file, line, message }) =>
    severity === 'error' ? `${file}:${line} ${message}` : message,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const [, ...others] = new Set(group.map(({ file }) => file));
    if (first === undefined || others.length === 0 || others.length < group.length - 1) return group;
    return [{ ...first, message: `${first.message} The same is true of ${quoteList(others)}.` }];
  });
}
