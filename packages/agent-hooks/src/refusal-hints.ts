import type { RefusalCode } from '@modegate/mode-core';

const user = 'Ask the user.';
const otherFile = 'Choose a file that the mode allows, or ask the user.';
const otherCommand = 'Use a command that the mode allows, or ask the user.';
const otherTool = 'Use another tool, or ask the user.';
const later = 'Ask the user, or continue with something else.';
/** Empty, because the policy's sentence already ends with a remedy. */
const told = '';

/**
 * @internal The remedies offered to a model after a refusal by the policy, if the policy's sentence does not end with
 * one.
 */
export const refusalHints: Readonly<Record<RefusalCode, string>> = {
  MODE_UNKNOWN: user,
  MODE_INVALID: user,
  MODES_UNREADABLE: user,
  TOOL_UNKNOWN: told,
  TOOL_DISABLED: otherTool,
  GROUP_MISSING: 'Use a tool from a group that the mode includes, or ask the user for another mode.',
  FILE_PATH_MISSING: told,
  FILE_PATH_INVALID: 'Write the path differently, or ask the user.',
  FILE_OUTSIDE_PROJECT: otherFile,
  FILE_RESTRICTED: otherFile,
  FOLDER_NOT_COVERED: told,
  PATTERN_INVALID: user,
  LIMIT_NOT_ENFORCEABLE: user,
  COMMAND_MISSING: told,
  COMMAND_RESTRICTIONS_INVALID: user,
  COMMAND_ANALYSER_MISSING: user,
  COMMAND_UNREADABLE: told,
  COMMAND_DISALLOWED: otherCommand,
  COMMAND_NOT_ALLOWED: otherCommand,
  COMMAND_FILE_UNKNOWN: told,
  COMMAND_FILE_PROTECTED: otherFile,
  MCP_IDENTITY_MISSING: told,
  MCP_IDENTITY_MISMATCH: told,
  MCP_RESTRICTIONS_INVALID: user,
  MCP_SERVER_UNKNOWN: 'Use a configured server, or ask the user.',
  MCP_SERVER_INVALID: user,
  MCP_SERVER_DISABLED: user,
  MCP_SERVER_DISALLOWED: otherTool,
  MCP_SERVER_NOT_ALLOWED: otherTool,
  MCP_SERVER_NOT_ENABLED: otherTool,
  MCP_TOOL_DISABLED: otherTool,
  MCP_TOOL_DISALLOWED: otherTool,
  MCP_TOOL_NOT_ALLOWED: otherTool,
  TIME_UNKNOWN: user,
  OUTSIDE_SCHEDULE: later,
  CONTEXT_UNKNOWN: user,
  CONTEXT_MISMATCH: later,
  CONSENT_REQUIRED: later,
  EVALUATION_FAILED: user,
};
