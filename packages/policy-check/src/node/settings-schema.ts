import { commandShells } from '@modegate/mode-core/commands';
import * as z from 'zod';
import { rulePresets, severities } from '../source/finding.ts';

const ruleSettings = ['off', 'on', ...severities] as const;

/** The keys of the configuration file. Paths in it are relative to its folder. */
export const settingsSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Address of this schema, for editors.'),
    persona: z
      .enum(rulePresets)
      .optional()
      .describe(
        'Which rules run: default has the rules that everyone should act on, strict adds defence in depth, audit adds everything else. Default: default.',
      ),
    failOn: z
      .enum([...severities, 'never'])
      .optional()
      .describe('The lowest severity that makes a check fail. Default: error.'),
    rules: z
      .record(z.string(), z.enum(ruleSettings))
      .optional()
      .describe('For a rule, by its id or name: a different severity, off, or on for every persona.'),
    baseline: z.string().min(1).optional().describe('File of known findings, which are hidden.'),
    lock: z.string().min(1).optional().describe('File of the known tools of the servers. Default: modegate.lock.json.'),
    servers: z
      .array(z.string().min(1))
      .optional()
      .describe('Files of MCP servers, highest precedence first, in place of the files that are found automatically.'),
    disabledTools: z
      .array(z.string().min(1))
      .optional()
      .describe('Tools of the agent that are switched off in every mode.'),
    shell: z
      .enum(commandShells)
      .optional()
      .describe(
        'The shell that runs commands, in place of the one that is known for the agent. Default: for a hook, the shell of its agent; otherwise bash, or unknown on Windows.',
      ),
    hooks: z
      .strictObject({
        defaultMode: z
          .string()
          .min(1)
          .optional()
          .describe('Slug of the mode that applies until the user chooses another.'),
        agents: z
          .record(z.string().min(1), z.string().min(1))
          .optional()
          .describe(
            'For an agent or subagent, by its name: the slug of the mode that limits it. If the name is the slug of a mode, no entry is needed.',
          ),
        tools: z
          .record(z.string().min(1), z.enum(['read', 'edit', 'command', 'browser', 'harmless']))
          .optional()
          .describe('For a tool of an agent that Modegate does not know, by its name: what the tool does.'),
        protect: z
          .boolean()
          .optional()
          .describe('Hooks prevent every mode from writing the files that decide what agents may do. Default: true.'),
      })
      .optional()
      .describe('Settings for the hooks of agents.'),
    budget: z
      .strictObject({
        tools: z.int().min(1).optional().describe('How many tools a mode may show. Default: 128.'),
        tokens: z.int().min(1).optional().describe('How many tokens its tools may take. Default: no limit.'),
      })
      .optional()
      .describe('Limits on how many tools, and how many tokens of descriptions, one mode may show to a model.'),
  })
  .describe('Configuration of modegate.');

/** Public URL of the schema. */
export const schemaUrl =
  'https://raw.githubusercontent.com/modegate/modegate/main/apps/modegate/schemas/config.schema.json';

/** Content of the configuration file. */
export type CheckSettingsFile = z.infer<typeof settingsSchema>;

/** Returns the schema for editors and other programs (JSON Schema, draft 2020-12). */
export function checkSettingsJsonSchema(): object {
  return { title: 'modegate.config', ...z.toJSONSchema(settingsSchema) };
}
