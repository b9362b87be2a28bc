import * as z from 'zod';
import { recordOf, words } from '../words.ts';
import {
  flagSettings,
  listSettings,
  nullableNumberSettings,
  plainNumberSettings,
  textSettings,
} from './setting-names.ts';

// Choices, bounds and members differ between releases, so only the type is checked.
const choices = words(`
  apiProvider awsBedrockServiceTier enterBehavior imageGenerationProvider language minimaxBaseUrl moonshotBaseUrl
  openAiNativeServiceTier reasoningEffort telemetrySetting terminalOutputPreviewSize verbosity zaiApiLine`);

const boundedNumbers = words('checkpointTimeout consecutiveMistakeLimit ollamaNumCtx writeDelayMs');

const groups = words(`
  codebaseIndexConfig codebaseIndexModels customModePrompts customSupportPrompts experiments modeApiConfigs openAiHeaders
  pinnedApiConfigs profileThresholds vsCodeLmModelSelector`);

const listsOfAny = words('customModes disabledTools listApiConfigMeta taskHistory');

const group = z.looseObject({});

/**
 * The agent's settings. Known settings must have a value of the right kind (a string, a number, a list and so on); all
 * other settings are accepted. An agent silently drops the whole command if a single value is of the wrong kind.
 */
export const agentSettingKinds: z.ZodType = z
  .looseObject({
    ...recordOf(textSettings, z.string()),
    ...recordOf(choices, z.string()),
    ...recordOf(flagSettings, z.boolean()),
    ...recordOf(plainNumberSettings, z.number()),
    ...recordOf(boundedNumbers, z.number()),
    ...recordOf(nullableNumberSettings, z.number().nullable()),
    ...recordOf(listSettings, z.array(z.string())),
    ...recordOf(listsOfAny, z.array(z.unknown())),
    ...recordOf(groups, group),
    openAiCustomModelInfo: group.nullable(),
  })
  .partial();
