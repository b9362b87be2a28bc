import { isJsonObject } from '@modegate/json';

/** True unless the hooks would cause Claude Code to drop the file that contains them; unknown events are skipped. */
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

/** Keys that each kind of hook must have, all with string values. */
const required: Readonly<Record<string, readonly string[]>> = {
  command: ['command'],
  prompt: ['prompt'],
  agent: ['prompt'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
};

const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** Keys that hooks of any kind may have, and keys that only one kind may have. */
const optional: Readonly<Record<string, (value: unknown) => boolean>> = {
  if: isText,
  once: isFlag,
  statusMessage: isText,
  timeout: (value) => typeof value === 'number' && value > 0,
};
const ownOptional: Readonly<Record<string, typeof optional>> = {
  command: {
    args: areTexts,
    async: isFlag,
    asyncRewake: isFlag,
    holdsTools: isFlag,
    shell: (value) => value === 'bash' || value === 'powershell',
  },
  prompt: { model: isText, continueOnBlock: isFlag },
  http: { url: isAddress, allowedEnvVars: areTexts },
};

function isHook(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.type !== 'string' || !Object.hasOwn(required, value.type)) return false;
  const checks = Object.entries({ ...optional, ...ownOptional[value.type] });
  return (
    checks.every(([key, accepts]) => value[key] === undefined || accepts(value[key])) &&
    (required[value.type] ?? []).every((key) => isText(value[key]))
  );
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value);
}
