import type { AgentAnswer, AgentCircumstances, AgentProfile, AgentToolCall } from '../agent-answer.ts';
import type { ClaudeRules } from './claude-rules.ts';
import { type ClaudeSession, openSessions } from './claude-session.ts';
import { findMissingTool } from './find-missing-tool.ts';
import { type Findings, weigh } from './findings.ts';
import { judgeClaudeCommand } from './judge-command.ts';
import { fileTools, judgeFile, refusedFile } from './judge-file.ts';
import { judgeOther } from './judge-other.ts';
import { presentName } from './parse-claude-rule.ts';
import { inSandbox } from './sandbox.ts';

/** Answers a call in the same way as Claude Code. If a relevant question is unsettled, the answer is `unknown`. */
export function decideForClaude(
  profile: AgentProfile<ClaudeRules>,
  call: AgentToolCall,
  circumstances: AgentCircumstances = {},
): AgentAnswer {
  return openForClaude(profile, circumstances)(call);
}

/** Opens a session for any number of calls, which it answers in the same way as {@link decideForClaude}. */
export function openForClaude(
  profile: AgentProfile<ClaudeRules>,
  circumstances: AgentCircumstances = {},
): (call: AgentToolCall) => AgentAnswer {
  const { rules, doesNotStart } = profile;
  if (doesNotStart !== undefined) return () => refuse(doesNotStart.message);
  const opened = openSessions(rules, circumstances);
  if ('refused' in opened) return () => refuse(`Claude Code does not start: ${opened.refused}.`);
  const { session, variants } = opened;
  const ifTrusted = session.isTrusted ? undefined : openForClaude(profile, { ...circumstances, trust: 'trusted' });
  return (call) => {
    const named = { ...call, tool: presentName(call.tool) };
    const main = decideIn(session, named);
    for (const { session: other, unsettled } of variants) {
      const { effect } = decideIn(other, named);
      if (effect === main.effect) continue;
      const because = `Unknown: ${unsettled}. The answer is ${main.effect} or ${effect}.`;
      return { ...main, effect: 'unknown', because };
    }
    return ifTrusted === undefined ? main : compareTrusted(main, ifTrusted(call));
  };
}

function refuse(because: string): AgentAnswer {
  return { effect: 'deny', by: [{ rule: because, effect: 'deny' }], shadowed: [], because };
}

/** Adds to an answer the difference that trusting the folder would make. */
function compareTrusted(main: AgentAnswer, trusted: AgentAnswer): AgentAnswer {
  if (main.effect === trusted.effect) return main;
  const because = `${main.because} The folder is not trusted; in a trusted folder, the answer is ${trusted.effect}.`;
  return { ...main, shadowed: [...main.shadowed, ...trusted.by], because };
}

function decideIn(session: ClaudeSession, call: AgentToolCall): AgentAnswer {
  const missing = findMissingTool(session, call);
  if (missing !== undefined) return missing;
  const refused = Object.hasOwn(fileTools, call.tool) ? refusedFile(session, call) : undefined;
  if (refused !== undefined) return refuse(refused);
  const given = inSandbox(session, { call, given: weigh(session, judge(session, call)) });
  const [limit] = session.limits;
  if (limit === undefined || given.effect === 'deny') return given;
  return { ...given, effect: 'unknown', because: `There is no record of what 'permissions.${limit}' refuses.` };
}

function judge(session: ClaudeSession, call: AgentToolCall): Findings {
  if (call.tool === 'Bash') return judgeClaudeCommand(session, call);
  return Object.hasOwn(fileTools, call.tool) ? judgeFile(session, call) : judgeOther(session, call);
}
