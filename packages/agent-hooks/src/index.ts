// Everything exported here is public API: add to it with care.

export type { AgentCall, CallPart } from './agent-call.ts';
export {
  type AgentName,
  agentNames,
  type CommandAgent,
  commandAgents,
  type PluginAgent,
  pluginAgents,
} from './agent-names.ts';
export { answerAgent, type HookAnswer } from './answer.ts';
export { findCallerMode } from './caller-mode.ts';
export { type FoundAgentTool, findAgentTool } from './find-agent-tool.ts';
export { findJudgedMcp } from './find-judged-mcp.ts';
export { type CalledShell, findShells, type ShellSurroundings } from './find-shells.ts';
export {
  type AgentFile,
  type DisablingKey,
  type FaultEffect,
  type FileFaults,
  type HookDisabler,
  type HookDisablers,
  type HookStartLimit,
  hookDisablers,
  type RelocatedHome,
} from './hook-disablers.ts';
export { type HookAddress, type HookScope, type InstalledHook, installedHooks } from './installed-hook.ts';
export { type InstalledPlugin, installedPlugins } from './installed-plugin.ts';
export { judgeAgentCall } from './judge-call.ts';
export type { JudgeOptions } from './judge-options.ts';
export type { PathLookup, ResolvedPath } from './path-lookup.ts';
export { isProtectedFile } from './protected-files.ts';
export { readRefusal } from './read-refusal.ts';
export { applyMappedTools, type MappedTo, maxPayloadBytes, readAgentCall } from './reading/read-agent-call.ts';
export type { Reading } from './reading/read-json.ts';
export { renameMcpTools } from './rename-mcp-tools.ts';
export { type ConsentPath, canAsk, settleConsent } from './settle-consent.ts';
export {
  asksForConsent,
  type ConsentVerdict,
  describeRefusal,
  type HookRefusal,
  type HookRefusalCode,
  hookRefusals,
  mayProceed,
  refuseCall,
  type Verdict,
} from './verdict.ts';
