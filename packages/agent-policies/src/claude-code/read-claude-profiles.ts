import { isJsonObject } from '@modegate/json';
import type { AgentLaunch, AgentProfile, AgentReading } from '../agent-answer.ts';
import { commandText } from '../command-text.ts';
import { countNoun } from '../count-noun.ts';
import { hookLaunches } from '../hooks.ts';
import { liesInside } from '../paths.ts';
import type { PermissionFile, PermissionFileProblem, PermissionFiles } from '../permission-files.ts';
import { showServer } from '../standing-setting.ts';
import type {
  ClaudeAgent,
  ClaudeRules,
  ClaudeScope,
  ClaudeServer,
  ClaudeSettings,
  ClaudeSkill,
} from './claude-rules.ts';
import { toPosixPath } from './paths.ts';
import { readAgentFile, readSkillFile } from './read-agent-file.ts';
import { readClaudeSettings } from './read-claude-settings.ts';
import { readStrictJson } from './strict-json.ts';

/**
 * Reads Claude Code's files into a profile for the default session, one for each agent, and further profiles for start
 * folders.
 */
export function readClaudeProfiles(given: PermissionFiles): AgentReading<ClaudeRules> {
  const files = withPosixPaths(given);
  const collected = new Collection(files);
  for (const file of files.files) collected.add(file);
  const { settings, agents, skills, servers, untrusted, problems, read } = collected;
  const base = { project: files.project, home: files.home, settings, agents, skills, servers, untrusted };
  const profileOf = (start: string, agent?: string): AgentProfile<ClaudeRules> => {
    const folder = start === files.project ? undefined : start.slice(files.project.length + 1);
    const name = `${folder === undefined ? '' : `${folder}:`}claude-code${agent === undefined ? '' : `/${agent}`}`;
    return { name, agent: 'claude-code', ...(folder !== undefined && { folder }), rules: { ...base, start, agent } };
  };
  const starts = [...new Set([files.project, ...collected.startFolders()])];
  const profiles = starts.flatMap((start) => [
    profileOf(start),
    ...agentsFrom(base, start).map(({ name }) => profileOf(start, name)),
  ]);
  return { profiles, problems, launches: collected.launches, read };
}

/**
 * Returns the agents available in a session: those in its folder and in the folders above it, nearest first, followed
 * by the user's agents.
 */
export function agentsFrom(
  { project, agents }: Pick<ClaudeRules, 'project' | 'agents'>,
  start: string,
): readonly ClaudeAgent[] {
  const near = agents.filter(
    ({ folder, isUsers }) => !isUsers && liesInside(folder, start) && liesInside(project, folder),
  );
  const ordered = [
    ...near.toSorted((a, b) => b.folder.length - a.folder.length),
    ...agents.filter((one) => one.isUsers),
  ];
  return [...new Map(ordered.toReversed().map((agent) => [agent.name, agent])).values()].toReversed();
}

const managed =
  /^(\/etc\/claude-code|\/Library\/Application Support\/ClaudeCode|\/c\/Program Files\/ClaudeCode)\/managed-settings(\.json|\.d\/[^/]+\.json)$/;

/** Converts paths on Windows, where Claude Code writes a drive as a folder, as in `/c/work`. */
function withPosixPaths({ project, home, files }: PermissionFiles): PermissionFiles {
  const posix = (path: string) => (/^[A-Za-z]:\//.test(path) ? toPosixPath(path, 'win32') : path);
  const placed = files.map((file) => ({ ...file, path: posix(file.path) }));
  return { project: posix(project), home: home === undefined ? undefined : posix(home), files: placed };
}

class Collection {
  readonly settings: ClaudeSettings[] = [];
  readonly agents: ClaudeAgent[] = [];
  readonly skills: ClaudeSkill[] = [];
  readonly servers: ClaudeServer[] = [];
  readonly untrusted: string[] = [];
  readonly problems: PermissionFileProblem[] = [];
  readonly launches: AgentLaunch[] = [];
  readonly read: { readonly file: string; readonly contents: string }[] = [];
  private readonly files: PermissionFiles;

  constructor(files: PermissionFiles) {
    this.files = files;
  }

  /**
   * Returns the folders of the project in which a session reads files other than those that it reads in the project's
   * main folder.
   */
  startFolders(): readonly string[] {
    const { project } = this.files;
    const own = this.settings.filter(({ scope }) => scope === 'project');
    const folders = [...own, ...this.agents.filter(({ isUsers }) => !isUsers)].map(({ folder }) => folder);
    return folders.filter((folder) => liesInside(project, folder)).toSorted();
  }

  add(file: PermissionFile): void {
    const { home } = this.files;
    const [, folder, rest] = /^(.*)\/\.claude\/(.+)$/.exec(file.path) ?? [];
    if (managed.test(file.path)) this.addSettings(file, 'managed', '/');
    else if (folder !== undefined && rest !== undefined) this.addFrom(file, folder || '/', rest);
    else if (file.path.endsWith('/.mcp.json')) this.addServers(file);
    else if (home !== undefined && file.path === `${home}/.claude.json`) this.addTrust(file);
  }

  private note({ name }: PermissionFile, contents: string): void {
    this.read.push({ file: name, contents });
  }

  private addFrom(file: PermissionFile, folder: string, rest: string): void {
    const isUsers = folder === this.files.home;
    if (rest === 'settings.json') this.addSettings(file, isUsers ? 'user' : 'project', folder);
    else if (rest === 'settings.local.json' && !isUsers) this.addSettings(file, 'local', folder);
    else if (/^agents\/.*\.md$/.test(rest)) this.addAgent(file, folder, isUsers);
    else if (/^commands\/.*\.md$/.test(rest)) this.addSkill(file, folder, 'command');
    else if (/^skills\/[^/]+\/SKILL\.md$/.test(rest)) this.addSkill(file, folder, 'skill');
  }

  private addSettings(file: PermissionFile, scope: ClaudeScope, folder: string): void {
    const { settings, problems } = readClaudeSettings({ file, scope, folder });
    this.problems.push(...problems);
    if (settings !== undefined) this.settings.push(settings);
    this.launches.push(...hookLaunches(settings?.hooks ?? []));
    this.note(file, settings === undefined ? 'dropped' : countNoun(settings.rules.length, 'rule'));
  }

  private addAgent(file: PermissionFile, folder: string, isUsers: boolean): void {
    const { agent, problems } = readAgentFile({ file, folder, isUsers });
    this.problems.push(...problems);
    if (agent !== undefined) this.agents.push(agent);
    this.note(file, agent === undefined ? 'no agent' : '1 agent');
  }

  private addSkill(file: PermissionFile, folder: string, kind: ClaudeSkill['kind']): void {
    const skill = readSkillFile({ file, folder, isUsers: folder === this.files.home }, kind);
    this.skills.push(skill);
    this.note(file, countNoun(skill.allowedTools?.value.length ?? 0, 'allowed tool'));
  }

  private addServers(file: PermissionFile): void {
    const json = readStrictJson(file.text);
    if (!('value' in json)) {
      const { line, column, description } = json;
      const message = `Claude Code ignores this file, because it contains ${description}. The file must be strict JSON. Correct it here.`;
      this.problems.push({ code: 'CLAUDE_SERVERS_DROPPED', severity: 'error', message, file: file.name, line, column });
    }
    const value = 'value' in json && isJsonObject(json.value) ? json.value.mcpServers : undefined;
    const servers = isJsonObject(value) ? Object.entries(value) : [];
    const folder = file.path.slice(0, -'/.mcp.json'.length);
    for (const [name, server] of servers) {
      const line = 'value' in json ? json.positionOf(['mcpServers', name]).line : 1;
      const place = { file: file.name, line };
      this.servers.push({ name, ...place, folder, starts: showServer(server) });
      if (isJsonObject(server) && typeof server.command === 'string')
        this.launches.push({ kind: 'server', name, command: commandText(server.command, server.args ?? []), ...place });
    }
    this.note(file, countNoun(servers.length, 'server'));
  }

  /** Adds the folders that a user refused to trust, according to `~/.claude.json`. */
  private addTrust(file: PermissionFile): void {
    const json = readStrictJson(file.text);
    const projects = 'value' in json && isJsonObject(json.value) ? json.value.projects : undefined;
    this.note(file, countNoun(isJsonObject(projects) ? Object.keys(projects).length : 0, 'folder'));
    if (!isJsonObject(projects)) return;
    for (const [folder, entry] of Object.entries(projects))
      if (isJsonObject(entry) && entry.hasTrustDialogAccepted === false) this.untrusted.push(folder);
  }
}
