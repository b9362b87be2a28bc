import { agentSettingKinds } from '@modegate/ipc-bridge';
import * as z from 'zod';

/**
 * The agent's settings as an argument. Its JSON Schema stays short, because a separate check validates the types of
 * known settings.
 */
export const settingsArgument = z.looseObject({}).check(({ value, issues }) => {
  for (const issue of agentSettingKinds.safeParse(value).error?.issues ?? []) {
    issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  }
});
