import { defined } from '@modegate/json';
import type { AgentProfile } from '../agent-answer.ts';
import { liesInside } from '../paths.ts';
import type { StandingSetting } from '../standing-setting.ts';
import type { ClaudeMode, ClaudeRules, ClaudeServer } from './claude-rules.ts';
import { type ClaudeSession, openSessions } from './claude-session.ts';

/** Lists the settings that take effect without a call in a session for a profile. A subagent has no such settings. */
export function listClaudeStanding({ rules }: AgentProfile<ClaudeRules>): readonly StandingSetting[] {
  const opened = openSessions(rules, {});
  if (rules.agent !== undefined || 'refused' in opened) return [];
  const { session } = opened;
  const ofFiles = byKey(session.layers.flatMap(({ standing }) => standing));
  const servers = rules.servers.filter(({ folder }) => liesInside(folder, rules.start));
  const approvals = new Set(servers.map(({ name }) => approvalKey(name)));
  return [
    ...ofFiles.filter(({ key }) => !approvals.has(key)),
    ...modeOf(session),
    ...servers.flatMap((server) => serverOf(session, server, ofFiles)),
    ...skillsOf(rules),
  ];
}

/** Keeps the first setting for each key, because the layers are ordered. */
function byKey(settings: readonly StandingSetting[]): readonly StandingSetting[] {
  return [...new Map(settings.toReversed().map((one) => [one.key, one])).values()].toReversed();
}

const weights: Readonly<Record<ClaudeMode, number>> = {
  plan: -2,
  dontAsk: -1,
  default: 0,
  acceptEdits: 1,
  auto: 2,
  bypassPermissions: 3,
};

function modeOf({ mode, modeRule }: ClaudeSession): readonly StandingSetting[] {
  if (mode === 'default' || modeRule === undefined) return [];
  const { file, line } = modeRule;
  const place = defined({ file, line });
  return [{ key: 'permissions.defaultMode', does: `starts in the mode ${mode}`, weight: weights[mode], ...place }];
}

function approvalKey(server: string): string {
  return `enabledMcpjsonServers: ${server}`;
}

/** A server from `.mcp.json`: without approval, Claude Code asks first, except in a headless run. */
function serverOf(
  { disabledServers }: ClaudeSession,
  { name, file, line, starts }: ClaudeServer,
  settings: readonly StandingSetting[],
): readonly StandingSetting[] {
  if (disabledServers.includes(name)) return [];
  const approval = settings.find(({ key }) => key === approvalKey(name) || key === 'enableAllProjectMcpServers');
  const how = approval === undefined ? 'after asking, or without asking if nobody can answer' : 'without asking';
  const does = `starts the MCP server \`${name}\` ${how}: ${starts}`;
  const place = { file: approval?.file ?? file, line: approval?.line ?? line };
  return [{ key: `mcpServers.${name}`, does, weight: approval === undefined ? 1 : 2, ...place }];
}

/** Returns the permissions that a project's command or skill receives, without the user being asked, while it runs. */
function skillsOf({ skills, start }: ClaudeRules): readonly StandingSetting[] {
  return skills
    .filter(({ folder }) => liesInside(folder, start))
    .flatMap(({ name, kind, file, allowedTools }) =>
      (allowedTools?.value ?? []).map((tool) => ({
        key: `${kind} ${name}: ${tool}`,
        does: `allows \`${tool}\` while the ${kind} \`${name}\` runs`,
        weight: 1,
        file: allowedTools?.file ?? file,
        line: allowedTools?.line ?? 1,
      })),
    );
}
