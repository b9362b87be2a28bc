import { isJsonObject } from '@modegate/json';

/** True if the hooks do not make Claude Code drop their file; it skips events that it does not know. */
export function areValidHooks(hooks: unknown): boolean {
  if (!isJsonObject(hooks)) return true;
  return Object.entries(hooks).every(([event, matchers]) => {
    if (!events.has(event) || matchers === null) return true;
    return Array.isArray(matchers) ? matchers.every(isMatcher) : event !== 'PreToolUse';
  });
}

const events = new Set(
  `PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion SessionStart
  SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch PostModelSwitch
  PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult
  ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged DirectoryAdded
  MessageDisplay`.split(/\s+/),
);

function isMatcher(value: unknown): boolean {
  if (!isJsonObject(value) || !Array.isArray(value.hooks)) return false;
  return (value.matcher === undefined || typeof value.matcher === 'string') && value.hooks.every(isHook);
}

/** Keys that each kind of hook must have, all strings. */
const required: Readonly<Record<string, readonly string[]>> = {
  command: ['command'],
  prompt: ['prompt'],
  agent: ['prompt'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
};

function isHook(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.type !== 'string' || !Object.hasOwn(required, value.type)) return false;
  const { timeout } = value;
  const isTimed = timeout === undefined || (typeof timeout === 'number' && timeout > 0);
  const { async } = value;
  if (async !== undefined && typeof async !== 'boolean') return false;
  return isTimed && (required[value.type] ?? []).every((key) => typeof value[key] === 'string');
}
