import { isIpcError } from '@modegate/ipc-bridge';
import type { ToolDefinition } from '@modegate/mcp-protocol';
import { redactSecrets } from '@modegate/secrets';
import * as z from 'zod';
import { annotations, reads } from '../calls/annotations.ts';
import type { CommandCall } from '../calls/command-call.ts';
import { commandTool } from '../calls/command-tool.ts';
import { confirmArgument, requireConfirmation } from '../calls/confirmation.ts';
import { mergedConfiguration, readConfiguration } from '../calls/merged-configuration.ts';
import { settingsArgument } from '../calls/settings-argument.ts';
import type { ToolContext } from '../calls/tool-context.ts';

/** Tools that read and write the agent's settings. */
export function configurationTools(context: ToolContext): readonly ToolDefinition[] {
  return [getConfigurationTool, setConfigurationTool].map((tool) => tool(context));
}

const getConfigurationTool = commandTool({
  name: 'roo_ipc_get_configuration',
  title: "Read the agent's settings",
  command: 'GetConfiguration',
  details: 'API keys and other secrets are redacted unless include_secrets is true.',
  annotations: reads,
  input: {
    include_secrets: z
      .boolean()
      .default(false)
      .describe(
        'Return API keys in clear text. The keys then become part of the conversation, so set this only if the user asks for it.',
      ),
    keys: z.array(z.string().min(1)).optional().describe('Only these settings.'),
  },
  run: async ({ include_secrets, keys }, call) => {
    const facts = await call.ask('GetConfiguration');
    call.rememberSecrets(facts.payload);
    const chosen = keys === undefined ? facts.payload : pick(facts.payload, keys);
    return { ...facts, payload: include_secrets ? chosen : redactSecrets(chosen) };
  },
});

const setConfigurationTool = commandTool({
  name: 'roo_ipc_set_configuration',
  title: "Change the agent's settings",
  command: 'SetConfiguration',
  summary: "Change some of the agent's provider settings.",
  details:
    'The values are merged into the current settings before they are sent. merge: false replaces the provider settings instead and requires confirm. Afterwards, the settings are read back to check which values took effect.',
  annotations: annotations({ destructive: true, idempotent: true }),
  input: {
    values: settingsArgument.describe('Settings, with the names that the agent uses.'),
    merge: z.boolean().default(true).describe('Keep the settings that you do not pass (default true).'),
    confirm: confirmArgument,
  },
  output: {
    applied: z.array(z.string()).optional().describe('The settings that took effect.'),
    notApplied: z
      .array(z.string())
      .optional()
      .describe('The settings that were not applied because they are not provider settings.'),
  },
  run: async ({ values, merge, confirm }, call) => {
    if (!merge) {
      requireConfirmation(confirm, 'merge: false unsets every provider setting that you do not pass.');
    }
    call.rememberSecrets(values);
    const sent = merge && call.has('SetConfiguration') ? await mergedConfiguration(values, call) : values;
    const facts = await call.ask('SetConfiguration', sent);
    return { ...facts, ...(await readBack(values, call)) };
  },
});

/** Reads the settings back, because the agent always reports success. */
async function readBack(values: Readonly<Record<string, unknown>>, call: CommandCall): Promise<object> {
  try {
    const now = await readConfiguration(call);
    const holds = (key: string) => JSON.stringify(now[key]) === JSON.stringify(values[key]);
    const keys = Object.keys(values);
    return { applied: keys.filter(holds), notApplied: keys.filter((key) => !holds(key)) };
  } catch (error) {
    if (!isIpcError(error)) throw error;
    return { note: 'The settings could not be read back.' };
  }
}

function pick(configuration: unknown, keys: readonly string[]): unknown {
  if (typeof configuration !== 'object' || configuration === null) return configuration;
  return Object.fromEntries(Object.entries(configuration).filter(([key]) => keys.includes(key)));
}
