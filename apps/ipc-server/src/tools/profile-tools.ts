import type { ToolDefinition } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { reads } from '../calls/annotations.ts';
import { commandTool } from '../calls/command-tool.ts';
import type { ToolContext } from '../calls/tool-context.ts';

/** Tools for profiles of provider settings. */
export function profileTools(context: ToolContext): readonly ToolDefinition[] {
  return [
    commandTool(context, {
      name: 'roo_ipc_get_profiles',
      title: 'List profiles',
      command: 'GetProfiles',
      annotations: reads,
      input: {},
      output: {},
      run: (_args, call) => call.ask('GetProfiles'),
    }),
    commandTool(context, {
      name: 'roo_ipc_get_active_profile',
      title: 'Show the active profile',
      command: 'GetActiveProfile',
      annotations: reads,
      input: {},
      output: {},
      run: (_args, call) => call.ask('GetActiveProfile'),
    }),
    profileTool(context, {
      name: 'create',
      title: 'Create a profile',
      command: 'CreateProfile',
      hints: [false, false],
    }),
    profileTool(context, {
      name: 'set_active',
      title: 'Switch to a profile',
      command: 'SetActiveProfile',
      hints: [true, true],
    }),
    profileTool(context, { name: 'delete', title: 'Delete a profile', command: 'DeleteProfile', hints: [true, false] }),
  ];
}

interface ProfileTool {
  readonly name: string;
  readonly title: string;
  readonly command: 'CreateProfile' | 'SetActiveProfile' | 'DeleteProfile';
  /** Values of the hints "destructive" and "idempotent", in this order. */
  readonly hints: readonly [boolean, boolean];
}

function profileTool(context: ToolContext, { name, title, command, hints }: ProfileTool): ToolDefinition {
  const [destructiveHint, idempotentHint] = hints;
  return commandTool(context, {
    name: `roo_ipc_${name}_profile`,
    title,
    command,
    annotations: { readOnlyHint: false, destructiveHint, idempotentHint, openWorldHint: false },
    input: { name: z.string().min(1).describe('The name of the profile.') },
    output: {},
    run: ({ name: profile }, call) => call.ask(command, profile),
  });
}
