import { attempt, isJsonObject } from '@modegate/json';
import * as z from 'zod';
import { words } from '../../words.ts';

const text = z.string().optional();
const flag = z.boolean().optional();
const number = z.number().optional();
// The agents' own schemas accept integers of any size; zod 4 accepts only safe integers.
const integer = () => z.number().refine(Number.isInteger, 'expected an integer');
const oneOf = (list: string): z.ZodType => z.enum([...words(list)]);
const textsByKey = (value: z.ZodType): z.ZodType => z.preprocess(withPlainKeys, z.record(z.string(), value));

const provider = oneOf(`
  anthropic baseten bedrock cerebras chutes deepinfra deepseek doubao fake-ai featherless fireworks gemini gemini-cli groq
  huggingface io-intelligence litellm lmstudio minimax mistral moonshot ollama openai openai-codex openai-native openrouter
  qwen-code requesty roo sambanova unbound vercel-ai-gateway vertex vscode-lm xai zai`);

const toolName = oneOf(`
  access_mcp_resource apply_diff apply_patch ask_followup_question attempt_completion codebase_search custom_tool edit
  edit_file execute_command generate_image list_files new_task read_command_output read_file run_slash_command
  search_and_replace search_files search_replace skill switch_mode update_todo_list use_mcp_tool write_to_file`);

const modelInfo = z.object({
  maxTokens: z.number().nullish(),
  maxThinkingTokens: z.number().nullish(),
  contextWindow: z.number(),
  supportsImages: flag,
  supportsPromptCache: z.boolean(),
  promptCacheRetention: oneOf('in_memory 24h').optional(),
  supportsVerbosity: flag,
  supportsReasoningBudget: flag,
  supportsReasoningBinary: flag,
  supportsTemperature: flag,
  defaultTemperature: number,
  requiredReasoningBudget: flag,
  supportsReasoningEffort: z
    .union([z.boolean(), z.array(oneOf('disable none minimal low medium high xhigh'))])
    .optional(),
  requiredReasoningEffort: flag,
  preserveReasoning: flag,
  supportedParameters: z.array(oneOf('max_tokens temperature reasoning include_reasoning')).optional(),
  inputPrice: number,
  outputPrice: number,
  cacheWritesPrice: number,
  cacheReadsPrice: number,
  description: text,
  reasoningEffort: oneOf('none minimal low medium high xhigh').optional(),
  minTokensPerCachePoint: number,
  maxCachePoints: number,
  cachableFields: z.array(z.string()).optional(),
  deprecated: flag,
  isStealthModel: flag,
  isFree: flag,
  excludedTools: z.array(z.string()).optional(),
  includedTools: z.array(z.string()).optional(),
  tiers: z
    .array(
      z.object({
        name: oneOf('default flex priority').optional(),
        contextWindow: z.number(),
        inputPrice: number,
        outputPrice: number,
        cacheWritesPrice: number,
        cacheReadsPrice: number,
      }),
    )
    .optional(),
});

const historyItem = z.object({
  id: z.string(),
  rootTaskId: text,
  parentTaskId: text,
  number: z.number(),
  ts: z.number(),
  task: z.string(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  cacheWrites: number,
  cacheReads: number,
  totalCost: z.number(),
  size: number,
  workspace: text,
  mode: text,
  apiConfigName: text,
  status: oneOf('active completed delegated').optional(),
  delegatedToId: text,
  childIds: z.array(z.string()).optional(),
  awaitingChildId: text,
  completedByChildId: text,
  completionResultSummary: text,
});

const indexProviders = 'openai ollama openai-compatible gemini mistral vercel-ai-gateway bedrock openrouter';

const dimensions = textsByKey(z.object({ dimension: z.number() })).optional();
const codebaseIndexModels = z.object(Object.fromEntries(words(indexProviders).map((name) => [name, dimensions])));

const codebaseIndexConfig = z.object({
  codebaseIndexEnabled: flag,
  codebaseIndexQdrantUrl: text,
  codebaseIndexEmbedderProvider: oneOf(indexProviders).optional(),
  codebaseIndexEmbedderBaseUrl: text,
  codebaseIndexEmbedderModelId: text,
  codebaseIndexEmbedderModelDimension: number,
  codebaseIndexSearchMinScore: z.number().min(0).max(1).optional(),
  codebaseIndexSearchMaxResults: z.number().min(10).max(200).optional(),
  codebaseIndexOpenAiCompatibleBaseUrl: text,
  codebaseIndexOpenAiCompatibleModelDimension: number,
  codebaseIndexBedrockRegion: text,
  codebaseIndexBedrockProfile: text,
  codebaseIndexOpenRouterSpecificProvider: text,
});

const modePrompt = z.object({ roleDefinition: text, whenToUse: text, description: text, customInstructions: text });

const group = oneOf('read edit command mcp modes');
const isRegularExpression = (source: string) => attempt(() => new RegExp(source)) !== undefined;
const fileRegex = z.string().refine(isRegularExpression).optional();
const groupEntry = z.union([group, z.tuple([group, z.object({ fileRegex, description: text })])]);

const customMode = modePrompt.extend({
  slug: z.string().regex(/^[a-zA-Z0-9-]+$/),
  name: z.string().min(1),
  roleDefinition: z.string().min(1),
  groups: z.preprocess(withoutFormerGroups, z.array(groupEntry).refine(hasEachOnce)),
  source: oneOf('global project').optional(),
});

/** Agent settings whose value is not simply a string, a Boolean, a number or a list of strings. */
export const settingShapes: Readonly<Record<string, z.ZodType>> = {
  apiProvider: provider,
  awsBedrockServiceTier: oneOf('STANDARD FLEX PRIORITY'),
  checkpointTimeout: integer().min(10).max(60),
  codebaseIndexConfig,
  codebaseIndexModels,
  consecutiveMistakeLimit: z.number().min(0),
  customModePrompts: textsByKey(modePrompt.optional()),
  customModes: z.array(customMode),
  customSupportPrompts: textsByKey(text),
  disabledTools: z.array(toolName),
  enterBehavior: oneOf('send newline'),
  experiments: z.object({
    preventFocusDisruption: flag,
    imageGeneration: flag,
    runSlashCommand: flag,
    customTools: flag,
  }),
  fakeAi: z.unknown(),
  imageGenerationProvider: oneOf('openrouter roo'),
  language: oneOf('ca de en es fr hi id it ja ko nl pl pt-BR ru tr vi zh-CN zh-TW'),
  listApiConfigMeta: z.array(
    z.object({ id: z.string(), name: z.string(), apiProvider: provider.optional(), modelId: text }),
  ),
  minimaxBaseUrl: oneOf('https://api.minimax.io/v1 https://api.minimaxi.com/v1'),
  modeApiConfigs: textsByKey(z.string()),
  moonshotBaseUrl: oneOf('https://api.moonshot.ai/v1 https://api.moonshot.cn/v1'),
  ollamaNumCtx: integer().min(128),
  openAiCustomModelInfo: modelInfo.nullable(),
  openAiHeaders: textsByKey(z.string()),
  openAiNativeServiceTier: oneOf('default flex priority'),
  pinnedApiConfigs: textsByKey(z.boolean()),
  profileThresholds: textsByKey(z.number()),
  reasoningEffort: oneOf('disable none minimal low medium high xhigh'),
  taskHistory: z.array(historyItem),
  telemetrySetting: oneOf('unset enabled disabled'),
  terminalOutputPreviewSize: oneOf('small medium large'),
  verbosity: oneOf('low medium high'),
  vsCodeLmModelSelector: z.object({ vendor: text, family: text, version: text, id: text }),
  writeDelayMs: z.number().min(0),
  zaiApiLine: oneOf('international_coding china_coding international_api china_api'),
};

/**
 * Quotes all keys if there is an entry named `__proto__`, which zod 4 ignores but the agents' own schemas check like
 * any other entry.
 */
function withPlainKeys(entries: unknown): unknown {
  if (!isJsonObject(entries) || !Object.hasOwn(entries, '__proto__')) return entries;
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [JSON.stringify(key), value]));
}

/** Drops the browser group that agents once had and now ignore. */
function withoutFormerGroups(entries: unknown): unknown {
  return Array.isArray(entries) ? entries.filter((entry) => nameOf(entry) !== 'browser') : entries;
}

function hasEachOnce(entries: readonly unknown[]): boolean {
  return new Set(entries.map(nameOf)).size === entries.length;
}

function nameOf(entry: unknown): unknown {
  return Array.isArray(entry) ? entry[0] : entry;
}
