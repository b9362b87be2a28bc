import * as z from 'zod';
import { all, flags, lists, numbers, numbersOrNull, texts } from '../../commands/setting-names.ts';
import { settingShapes } from './agent-setting-shapes.ts';

/** The configuration of a StartNewTask as an agent checks it: keys that it does not know are left out, and one wrong value makes it drop the command. */
export const agentSettings: z.ZodType = z
  .object({
    ...all(texts, z.string()),
    ...all(flags, z.boolean()),
    ...all(numbers, z.number()),
    ...all(numbersOrNull, z.number().nullable()),
    ...all(lists, z.array(z.string())),
    ...settingShapes,
  })
  .partial();
