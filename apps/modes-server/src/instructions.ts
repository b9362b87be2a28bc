/**
 * Instructions for the model about this server. They mention `call_tool`, because some agents read the tool list only
 * once.
 */
export function serverInstructions(
  fixedMode: string | undefined,
  { hasMetaTools = false }: { readonly hasMetaTools?: boolean } = {},
): string {
  const opening =
    fixedMode === undefined
      ? 'This server provides the modes of the project. Each mode is a role with the tools, files and MCP servers that it may use.'
      : `This server works in the mode '${fixedMode}'. A mode is a role with the tools, files and MCP servers that it may use.`;
  const choice =
    fixedMode === undefined
      ? "1. Call list_modes and choose the mode whose 'when to use' fits the task."
      : `1. Call get_mode_info with mode_slug '${fixedMode}' to learn what the mode may do.`;
  return [
    opening,
    '',
    choice,
    '2. Call create_task with that mode and keep the session_id; every other tool needs it.',
    `3. Before an edit${hasMetaTools ? ' or a command' : ', a command or an MCP call'}, call validate_tool_use with the full arguments. A refusal shows the rule${fixedMode === undefined ? ' and the modes that would allow the call' : ''}. Do not try to bypass the rule.`,
    ...(fixedMode === undefined
      ? [
          '4. If the work needs another mode, call switch_mode with the reason; for a separate piece of work, call create_task with parent_session_id.',
        ]
      : []),
    `${fixedMode === undefined ? '5' : '4'}. When the work is done, call complete_task with the result.`,
    ...(hasMetaTools
      ? [
          '',
          'The tools of other MCP servers, named server__tool, depend on the mode. Each call is checked automatically, so you do not need to ask first. If your list of tools does not include these tools, use list_available_tools to find their names and call_tool to run them.',
        ]
      : []),
    '',
    'The resource mode://{slug}/system_prompt contains the full instructions of a mode. The prompt with the name of the mode contains the same text.',
  ].join('\n');
}

/** Instructions for the model about a server that offers only tools from other servers. */
export function gatewayInstructions(mode = ''): string {
  return [
    `The tools here come from other MCP servers. Only the tools that the mode '${mode}' allows are offered. Each call is checked against the mode, so you do not need to ask first.`,
    '',
    'A refusal shows the rule that caused it. Do not try to bypass the rule. The list of tools can change while servers start and when rules change.',
    '',
    `The resource mode://${mode}/system_prompt contains the full instructions of the mode. The prompt '${mode}' contains the same text.`,
  ].join('\n');
}
