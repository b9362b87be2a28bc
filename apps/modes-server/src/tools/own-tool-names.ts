/** Names of this server's tools, which tools of other servers cannot have. */
export const ownToolNames = [
  'list_modes',
  'get_mode_info',
  'create_task',
  'switch_mode',
  'get_task_info',
  'validate_tool_use',
  'add_message',
  'complete_task',
] as const;

/** Name of a tool of this server. */
export type OwnToolName = (typeof ownToolNames)[number];
