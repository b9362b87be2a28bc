/** Names of this server's own tools, which no tool from another server may have. */
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

/** Name of one of this server's tools. */
export type OwnToolName = (typeof ownToolNames)[number];
