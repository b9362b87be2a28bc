import type {
  AgentAnswer,
  AgentCircumstances,
  AgentProfile,
  AgentReading,
  AgentToolCall,
  MatchedRule,
} from './agent-answer.ts';
import type { PermissionFiles } from './permission-files.ts';
import type { PermissionRisk } from './risks/permission-risk.ts';
import type { StandingSetting } from './standing-setting.ts';

/**
 * Reader and evaluator of an agent's own permissions.
 *
 * @typeParam Rules - Data for the agent's own evaluator.
 */
export interface AgentPolicies<Rules = unknown> {
  /** Reads the agent's files and skips the files of other agents. Never throws. */
  readonly readProfiles: (files: PermissionFiles) => AgentReading<Rules>;
  /** Answers a call in the same way as the agent. The profile must come from the same agent. */
  readonly decideFor: (
    profile: AgentProfile<Rules>,
    call: AgentToolCall,
    circumstances: AgentCircumstances,
  ) => AgentAnswer;
  /** Opens a session that answers any number of calls in the same way as `decideFor`. */
  readonly open: (
    profile: AgentProfile<Rules>,
    circumstances: AgentCircumstances,
  ) => (call: AgentToolCall) => AgentAnswer;
  /**
   * Finds rules and settings that an agent interprets as broader or narrower than they look, each with a call that
   * `decideFor` has answered. Duplicates in a file are merged. Never throws.
   */
  readonly findRisks: (reading: AgentReading<Rules>, files: PermissionFiles) => readonly PermissionRisk[];
  /**
   * Returns calls that show what a profile's rules do and where their effects end: calls that rules mention, and
   * similar calls. If another state of the profile is given, also returns calls for its rules, differing rules first.
   * Returns at most 2,000 calls, always in the same order.
   */
  readonly probeCalls: (profile: AgentProfile<Rules>, other?: AgentProfile<Rules>) => readonly AgentToolCall[];
  /** Returns a set of calls that includes every call that a profile's rules explicitly deny. */
  readonly deniedCalls: (profile: AgentProfile<Rules>) => readonly AgentToolCall[];
  /**
   * Lists the settings of a profile that take effect without a call: hooks, servers, plugins, sandboxes, modes. Never
   * throws.
   */
  readonly standingSettings: (profile: AgentProfile<Rules>) => readonly StandingSetting[];
  /**
   * Describes what a rule of a profile covers, such as "run any `npm run`"; returns undefined for a default or a
   * setting.
   */
  readonly describeRule: (profile: AgentProfile<Rules>, rule: MatchedRule) => string | undefined;
}
