// Everything here is public API: add with care.

export type { TextPosition } from '@modegate/json';
export type {
  CallContext,
  CircumstanceNeeds,
  CircumstanceSources,
  Circumstances,
  ModeQuestion,
  TaskContext,
} from './circumstances/circumstances.ts';
export { findMcpIdentity } from './decide/check-mcp.ts';
export type { CheckName } from './decide/checks.ts';
export { decide, decideMany, decideTaskTool, explain, type TaskTool } from './decide/decide.ts';
export { describeUnknownMode } from './decide/describe-mode.ts';
export type { ExplainedStep, Explanation } from './decide/explanation.ts';
export type { McpIdentity, PathKind, ToolRequest } from './decide/request.ts';
export {
  type Allowance,
  type ConsentQuestion,
  type ConsentRequest,
  type Decision,
  defaultRules,
  formatRule,
  needsConsent,
  type Refusal,
  type RefusalCode,
  type RefusalKind,
  type RuleReference,
  refusalCodes,
  refusalKinds,
} from './decision.ts';
export { findNextChange } from './list/find-next-change.ts';
export { type ListedCondition, listConditions, listRestrictingModes } from './list/list-restrictions.ts';
export { type ListedTool, listTools } from './list/list-tools.ts';
export type { McpServerPolicy } from './mcp/server-policy.ts';
export type { ModeConfig, ModeSource } from './modes/mode.ts';
export { ModeError, type ModeErrorCode, type ModeErrorData } from './modes/mode-error.ts';
export type { ModeProblem, ModeProblemCode } from './modes/mode-problem.ts';
export type { ParsedModes } from './modes/parsed-modes.ts';
export { parseModes } from './parse/parse-modes.ts';
export { compileParsedPolicy, type ParsedPolicyInput } from './policy/compile-parsed-policy.ts';
export { compilePolicy } from './policy/compile-policy.ts';
export { findRule, isPlainGrant } from './policy/find-rule.ts';
export type { Policy } from './policy/policy.ts';
export { listServers, type ModesInput, type PolicyInput } from './policy/policy-input.ts';
export type { PolicyMode } from './policy/policy-mode.ts';
export { validateReferences } from './policy/validate-references.ts';
