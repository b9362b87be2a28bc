import type { ToolDefinition } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { annotations, reads } from '../calls/annotations.ts';
import { commandTool } from '../calls/command-tool.ts';
import type { ToolContext } from '../calls/tool-context.ts';

/** Tools for profiles of provider settings. */
export function profileTools(context: ToolContext): readonly ToolDefinition[] {
  return [...readings, ...changes.map(profileTool)].map((tool) => tool(context));
}

const readings = [
  commandTool({ name: 'roo_ipc_get_profiles', title: 'List profiles', command: 'GetProfiles', annotations: reads }),
  commandTool({
    name: 'roo_ipc_get_active_profile',
    title: 'Show the active profile',
    command: 'GetActiveProfile',
    annotations: reads,
  }),
];

interface ProfileTool {
  readonly name: string;
  readonly title: string;
  readonly command: 'CreateProfile' | 'SetActiveProfile' | 'DeleteProfile';
  readonly hints: Parameters<typeof annotations>[0];
}

const changes: readonly ProfileTool[] = [
  { name: 'create', title: 'Create a profile', command: 'CreateProfile', hints: {} },
  {
    name: 'set_active',
    title: 'Switch to a profile',
    command: 'SetActiveProfile',
    hints: { destructive: true, idempotent: true },
  },
  { name: 'delete', title: 'Delete a profile', command: 'DeleteProfile', hints: { destructive: true } },
];

function profileTool({ name, title, command, hints }: ProfileTool) {
  return commandTool({
    name: `roo_ipc_${name}_profile`,
    title,
    command,
    annotations: annotations(hints),
    input: { name: z.string().min(1).describe('The name of the profile.') },
    run: ({ name: profile }, call) => call.ask(command, profile),
  });
}
