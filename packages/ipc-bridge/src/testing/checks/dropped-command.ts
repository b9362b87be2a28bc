import * as z from 'zod';
import {
  flagSettings,
  listSettings,
  nullableNumberSettings,
  plainNumberSettings,
  textSettings,
} from '../../commands/setting-names.ts';
import type { CommandName } from '../../messages/command-name.ts';
import { recordOf } from '../../words.ts';
import { settingShapes } from './agent-setting-shapes.ts';

/**
 * Returns the reason why an agent silently drops a command; undefined if the command's data is valid. The data of
 * commands without a schema is not checked.
 */
export function dropReason(name: CommandName, data: unknown): string | undefined {
  const result = schemas[name]?.safeParse(data);
  if (result === undefined || result.success) return undefined;
  const [issue] = result.error.issues;
  return `${['data', ...(issue?.path ?? [])].map(String).join('.')}: ${issue?.message ?? 'does not fit'}`;
}

/**
 * The configuration in a StartNewTask command, as checked by an agent: the agent ignores unknown keys, and drops the
 * command if a single value is wrong.
 */
const agentSettings: z.ZodType = z
  .object({
    ...recordOf(textSettings, z.string()),
    ...recordOf(flagSettings, z.boolean()),
    ...recordOf(plainNumberSettings, z.number()),
    ...recordOf(nullableNumberSettings, z.number().nullable()),
    ...recordOf(listSettings, z.array(z.string())),
    ...settingShapes,
  })
  .partial();

const images = z.array(z.string()).optional();

const schemas: { readonly [Name in CommandName]?: z.ZodType } = {
  StartNewTask: z.object({
    configuration: agentSettings,
    text: z.string(),
    images,
    newTab: z.boolean().optional(),
  }),
  ResumeTask: z.string(),
  SendMessage: z.object({ text: z.string().optional(), images }),
  DeleteQueuedMessage: z.string(),
};
