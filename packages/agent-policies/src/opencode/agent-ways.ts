import type { AgentCircumstances, AgentToolCall } from '../agent-answer.ts';
import type { OpencodeRules } from './agent-rules.ts';
import type { CallPlace, CallRequests } from './call-requests.ts';
import type { PermissionRule, RuleTest, RuleVerdict } from './rules.ts';
import type { AgentToolList } from './tools.ts';

/** @internal Behaviour that differs between agents of the opencode family. */
export interface AgentWays {
  /** Name of the agent as displayed to users. */
  readonly title: string;
  /** Major version for which these permissions apply. */
  readonly major: string;
  readonly tools: AgentToolList;
  readonly requestsOf: (call: AgentToolCall, place: CallPlace) => CallRequests;
  readonly judge: (rules: readonly PermissionRule[], test: RuleTest) => RuleVerdict;
  /** Returns the rules that the session adds at the end. */
  readonly sessionRules: (
    rules: OpencodeRules,
    circumstances: AgentCircumstances,
    tool: string,
  ) => readonly PermissionRule[];
}
