import type { AgentCircumstances, AgentProfile } from '../agent-answer.ts';
import { type CodexRole, type CodexRules, type CodexToolCall, recordedCodexVersion } from './codex-rules.ts';
import { type CodexLayers, findSetting, settingRule } from './config-layers.ts';
import { judgeCodexCommand } from './judge-command.ts';
import { judgePatch } from './judge-patch.ts';
import { judgeServerTool } from './judge-server-tool.ts';
import { answerCodexCall } from './judgement.ts';
import type { CodexPolicyAnswer } from './sandbox.ts';
import { type CodexSession, openCodexSession } from './session.ts';

/** Tools that run a command; hooks refer to them as `Bash`. */
const commandTools = new Set('exec_command shell shell_command local_shell Bash'.split(' '));

/** Tools that Codex runs without asking the user. */
const freeTools = new Set(
  (
    'write_stdin view_image update_plan list_mcp_resources list_mcp_resource_templates read_mcp_resource tool_search ' +
    'web_search get_goal create_goal update_goal request_user_input spawn_agent send_input wait_agent resume_agent ' +
    'close_agent exec wait'
  ).split(' '),
);

/** Answers a call in the same way as Codex CLI 0.169.0. */
export function decideForCodex(
  profile: AgentProfile<CodexRules>,
  call: CodexToolCall,
  circumstances: AgentCircumstances = {},
): CodexPolicyAnswer {
  return openForCodex(profile, circumstances)(call);
}

/** Opens a session that answers any number of calls. */
export function openForCodex(
  { rules: { role, ...rules } }: AgentProfile<CodexRules>,
  circumstances: AgentCircumstances,
): (call: CodexToolCall) => CodexPolicyAnswer {
  const session = openCodexSession({ rules }, circumstances);
  if ('code' in session) {
    const { message, file, line } = session;
    return () => answerCodexCall('deny', message, { by: [{ rule: message, effect: 'deny', file, line }] });
  }
  const unread = role?.isUnread ? `The file of the role ${role.name} was not read.` : undefined;
  const unsettled = session.unsettled ?? unread;
  return (call) => {
    const missing = role && findMissing(session, role, call);
    if (missing !== undefined) return missing;
    const answer = judge(session, call, circumstances.version ?? recordedCodexVersion);
    if (answer.effect === 'deny' || answer.effect === 'not offered' || unsettled === undefined) return answer;
    return answerCodexCall('unknown', unsettled, { by: answer.by, shadowed: answer.shadowed });
  };
}

/**
 * Returns the reason why a subagent or its tool does not exist. A subagent has the permissions of its session; the file
 * for its role can only remove the shell.
 */
function findMissing(session: CodexSession, role: CodexRole, call: CodexToolCall): CodexPolicyAnswer | undefined {
  if (!session.folders.includes(role.folder))
    return answerCodexCall('not offered', `Codex does not read ${role.folder}, which contains the role.`);
  return role.config && commandTools.has(call.tool) ? findShellOff([role.config]) : undefined;
}

function findShellOff(layers: CodexLayers): CodexPolicyAnswer | undefined {
  const feature = findSetting(layers, ['features', 'shell_tool']);
  if (feature?.value !== false) return undefined;
  return answerCodexCall('not offered', 'The shell is switched off.', { by: [settingRule(feature, 'not offered')] });
}

function judge(session: CodexSession, call: CodexToolCall, version: string): CodexPolicyAnswer {
  if (call.tool === 'apply_patch') return judgePatch(session, call);
  if (commandTools.has(call.tool)) {
    const missing = findShellOff(session.layers);
    if (missing !== undefined) return missing;
    const text = call.arguments.cmd ?? call.arguments.command;
    // Codex itself applies a patch in a here-document.
    const isPatch = /^\s*apply_patch\s+<<-?\s*['"]?\w/.test(typeof text === 'string' ? text : '');
    return isPatch ? judgePatch(session, call) : judgeCodexCommand(session, call);
  }
  if (call.tool.startsWith('mcp__')) return judgeServerTool(session, call);
  const search = call.tool === 'web_search' ? findSetting(session.layers, ['web_search']) : undefined;
  if (search?.value === 'disabled')
    return answerCodexCall('not offered', 'Web search is switched off.', { by: [settingRule(search, 'not offered')] });
  if (freeTools.has(call.tool)) {
    const by = [{ rule: `Codex runs ${call.tool} without asking`, effect: 'allow' }] as const;
    return answerCodexCall('allow', 'Codex has no rule for this tool and does not ask.', { by });
  }
  if (version === recordedCodexVersion)
    return answerCodexCall('ask', 'The tool is not in the recorded list of Codex tools.');
  return answerCodexCall('unknown', `The tools of Codex ${version} are not recorded.`);
}
