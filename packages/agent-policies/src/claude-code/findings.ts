import type { AgentAnswer, AgentEffect, MatchedRule } from '../agent-answer.ts';
import type { ClaudeRule } from './claude-rules.ts';
import { type ClaudeSession, placeOf } from './claude-session.ts';

/** Findings from a session's files for one call, before they are weighed. */
export interface Findings {
  readonly deny: readonly ClaudeRule[];
  readonly ask: readonly ClaudeRule[];
  /** Rules that match, even if they do not allow the whole call. */
  readonly allow: readonly ClaudeRule[];
  /** True if the rules allow the whole call. */
  readonly isAllowed: boolean;
  /** Sentence about an aspect that is not recorded and could cause the call to be denied. */
  readonly unsettledDenial?: string | undefined;
  /** True for tools that write files, which are refused in plan mode. */
  readonly isEdit: boolean;
  /** Sentence about something for which Claude Code asks for permission in every mode, whatever the rules allow. */
  readonly danger?: string | undefined;
  /** Sentence about a file for which Claude Code asks for permission even if edits are allowed. */
  readonly protectedFile?: string | undefined;
  /** Answer if no rule decides. */
  readonly otherwise: Otherwise;
}

/** Answer if no rule decides. */
export interface Otherwise {
  readonly effect: AgentEffect;
  readonly because: string;
  /** True if the permission mode decides. */
  readonly isOfMode?: boolean;
}

/** Weighs findings in the order deny, ask, allow, mode. The first that matches determines the answer. */
export function weigh(session: ClaudeSession, findings: Findings): AgentAnswer {
  const { deny, ask, allow, isAllowed, unsettledDenial, isEdit, danger, protectedFile, otherwise } = findings;
  const { mode } = session;
  const others = [...ask, ...allow];
  const [denial] = deny;
  if (denial !== undefined)
    return answer('deny', deny, { shadowed: others, because: `${name(denial)} denies the call.` });
  if (unsettledDenial !== undefined) return byDefault('unknown', unsettledDenial, others);
  if (mode === 'plan' && isEdit) {
    const because = 'Plan mode refuses every change to a file, whatever the rules allow.';
    return withMode(session, byDefault('deny', because, others));
  }
  const [question] = ask;
  if (question !== undefined) {
    const because = `${name(question)} asks for approval of the call.`;
    return asked(session, answer('ask', ask, { shadowed: allow, because }));
  }
  if (danger !== undefined) return asked(session, byDefault('ask', danger, allow));
  if (mode === 'bypassPermissions')
    return withMode(session, byDefault('allow', 'The mode bypassPermissions never asks.', allow));
  if (protectedFile !== undefined) return weighProtected(session, protectedFile, allow);
  if (isAllowed && allow[0] !== undefined)
    return answer('allow', allow, { shadowed: [], because: `${name(allow[0])} allows the call.` });
  const open = byDefault(otherwise.effect, otherwise.because, allow);
  if (otherwise.effect === 'ask') return asked(session, open);
  return otherwise.isOfMode === true ? withMode(session, open) : open;
}

function weighProtected(session: ClaudeSession, because: string, allow: readonly ClaudeRule[]): AgentAnswer {
  if (!session.asksModel) return asked(session, byDefault('ask', because, allow));
  const open = `${because} In the mode ${session.mode}, a model decides.`;
  return withMode(session, byDefault('unknown', open, allow));
}

/** Converts a question to a denial in dontAsk mode. */
function asked(session: ClaudeSession, question: AgentAnswer): AgentAnswer {
  if (session.mode !== 'dontAsk') {
    const note = session.isHeadless ? ' Nobody can answer here, so the call does not run.' : '';
    return { ...question, because: question.because + note };
  }
  const because = `${question.because} The mode dontAsk refuses every call that needs approval.`;
  return withMode(session, { ...question, effect: 'deny', because });
}

/** Returns an answer that does not come from a rule: the answer's own sentence is used as the deciding rule. */
function byDefault(effect: AgentEffect, because: string, shadowed: readonly ClaudeRule[]): AgentAnswer {
  return { ...answer(effect, [], { shadowed, because }), by: [{ rule: because, effect }] };
}

/** Adds to the deciding rules the location where the mode was selected. */
function withMode({ modeRule }: ClaudeSession, given: AgentAnswer): AgentAnswer {
  return modeRule === undefined ? given : { ...given, by: [...given.by, { ...modeRule, effect: given.effect }] };
}

interface Reasons {
  readonly shadowed: readonly ClaudeRule[];
  readonly because: string;
}

/** Returns an answer with its rules in the form displayed to users. */
export function answer(effect: AgentEffect, by: readonly ClaudeRule[], { shadowed, because }: Reasons): AgentAnswer {
  return { effect, by: by.map(shown), shadowed: shadowed.map(shown), because };
}

function shown(rule: ClaudeRule): MatchedRule {
  return { rule: rule.text, effect: rule.list, ...placeOf(rule) };
}

function name({ text, file, line }: ClaudeRule): string {
  return `The rule '${text}'${file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`}`;
}
