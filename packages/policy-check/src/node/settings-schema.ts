import { commandShells } from '@modegate/mode-core/commands';
import * as z from 'zod';
import { rulePresets, severities } from '../source/finding.ts';

const ruleSettings = ['off', 'on', ...severities] as const;

/** The keys in the configuration file. Paths in the file are relative to its folder. */
export const settingsSchema = z
  .strictObject({
    $schema: optional(z.string(), 'Address of this schema, for editors.'),
    persona: optional(
      z.enum(rulePresets),
      'The set of rules to run: default contains the rules that everyone should act on, strict adds rules for defence in depth, and audit adds all other rules. Default: default.',
    ),
    failOn: optional(z.enum([...severities, 'never']), 'The lowest severity that makes a check fail. Default: error.'),
    rules: optional(
      z.record(z.string(), z.enum(ruleSettings)),
      'Maps the id or name of a rule to a different severity, to off, or to on, which enables the rule for every persona.',
    ),
    baseline: optional(z.string().min(1), 'File with known findings. The check hides these findings.'),
    lock: optional(z.string().min(1), 'Lock file with the known tools of each server. Default: modegate.lock.json.'),
    servers: optional(
      z.array(z.string().min(1)),
      'MCP server files, highest precedence first, to use instead of the files that are found automatically.',
    ),
    disabledTools: optional(z.array(z.string().min(1)), 'Agent tools that are disabled in every mode.'),
    shell: optional(
      z.enum(commandShells),
      'The shell that runs commands. Overrides the shell that the agent is known to use. Default: for a hook, the shell of its agent; otherwise bash, or unknown on Windows.',
    ),
    hooks: optional(
      z.strictObject({
        defaultMode: optional(z.string().min(1), 'Slug of the mode that applies until the user chooses another.'),
        agents: optional(
          z.record(z.string().min(1), z.string().min(1)),
          'Maps the name of an agent or subagent to the slug of the mode that limits it. No entry is needed if the name is itself the slug of a mode.',
        ),
        tools: optional(
          z.record(z.string().min(1), z.enum(['read', 'edit', 'command', 'browser', 'harmless'])),
          'Maps the name of an agent tool to what the tool does, for tools that Modegate does not know.',
        ),
        protect: optional(
          z.boolean(),
          'Whether hooks prevent every mode from writing to the files that control what agents may do. Default: true.',
        ),
      }),
      'Settings for the hooks of agents.',
    ),
    budget: optional(
      z.strictObject({
        tools: optional(z.int().min(1), 'Maximum number of tools that a mode may show to a model. Default: 128.'),
        tokens: optional(
          z.int().min(1),
          'Maximum number of tokens that the tools of a mode may take. Default: no limit.',
        ),
      }),
      'Limits on the number of tools and the number of description tokens that one mode may show to a model.',
    ),
  })
  .describe('Configuration of modegate.');

/** Makes a key optional and describes it for editors. */
function optional<Schema extends z.ZodType>(schema: Schema, description: string): z.ZodOptional<Schema> {
  return schema.optional().describe(description);
}

/** Public URL of the schema. */
export const schemaUrl =
  'https://raw.githubusercontent.com/modegate/modegate/main/apps/modegate/schemas/config.schema.json';

/** Content of the configuration file. */
export type CheckSettingsFile = z.infer<typeof settingsSchema>;

/** Returns the schema for editors and other programs (JSON Schema, draft 2020-12). */
export function checkSettingsJsonSchema(): object {
  return { title: 'modegate.config', ...z.toJSONSchema(settingsSchema) };
}
