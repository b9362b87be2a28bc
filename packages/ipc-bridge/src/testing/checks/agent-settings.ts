import * as z from 'zod';
import { settingShapes } from './agent-setting-shapes.ts';
import { words } from './words.ts';

// By the schemas of Roo Code 3.52, as @roo-code/types 1.115.0 publishes them; a test holds them together.
const texts = words(`
  anthropicBaseUrl apiKey apiModelId awsAccessKey awsApiKey awsBedrockEndpoint awsCustomArn awsProfile awsRegion awsSecretKey
  awsSessionToken azureApiVersion basetenApiKey codeIndexOpenAiKey codeIndexQdrantApiKey codebaseIndexGeminiApiKey
  codebaseIndexMistralApiKey codebaseIndexOpenAiCompatibleApiKey codebaseIndexOpenAiCompatibleBaseUrl
  codebaseIndexOpenRouterApiKey codebaseIndexVercelAiGatewayApiKey currentApiConfigName customCondensingPrompt
  customInstructions deepSeekApiKey deepSeekBaseUrl enhancementApiConfigId fireworksApiKey geminiApiKey geminiCliOAuthPath
  geminiCliProjectId googleGeminiBaseUrl lastImageSavePath lastModeExportPath lastModeImportPath lastSettingsExportPath
  lastShownAnnouncementId lastTaskExportPath litellmApiKey litellmBaseUrl litellmModelId lmStudioBaseUrl lmStudioDraftModelId
  lmStudioModelId minimaxApiKey mistralApiKey mistralCodestralUrl mode moonshotApiKey ollamaApiKey ollamaBaseUrl ollamaModelId
  openAiApiKey openAiBaseUrl openAiHostHeader openAiModelId openAiNativeApiKey openAiNativeBaseUrl openRouterApiKey
  openRouterBaseUrl openRouterImageApiKey openRouterImageGenerationSelectedModel openRouterModelId openRouterSpecificProvider
  qwenCodeOauthPath requestyApiKey requestyBaseUrl requestyModelId rooApiKey sambaNovaApiKey unboundApiKey unboundModelId
  vercelAiGatewayApiKey vercelAiGatewayModelId vertexJsonCredentials vertexKeyFile vertexProjectId vertexRegion
  worktreeAutoOpenPath xaiApiKey zaiApiKey`);

const flags = words(`
  alwaysAllowExecute alwaysAllowFollowupQuestions alwaysAllowMcp alwaysAllowModeSwitch alwaysAllowReadOnly
  alwaysAllowReadOnlyOutsideWorkspace alwaysAllowSubtasks alwaysAllowWrite alwaysAllowWriteOutsideWorkspace
  alwaysAllowWriteProtected anthropicBeta1MContext anthropicUseAuthToken autoApprovalEnabled autoCondenseContext
  awsBedrock1MContext awsBedrockEndpointEnabled awsUseApiKey awsUseCrossRegionInference awsUseGlobalInference awsUseProfile
  awsUsePromptCache diagnosticsEnabled enableCheckpoints enableReasoningEffort enableSubfolderRules hasOpenedModeSelector
  historyPreviewCollapsed includeCurrentCost includeCurrentTime includeDiagnosticMessages includeMaxTokens
  includeTaskHistoryInEnhance litellmUsePromptCache lmStudioSpeculativeDecodingEnabled mcpEnabled openAiR1FormatEnabled
  openAiStreamingEnabled openAiUseAzure preventCompletionWithOpenTodos reasoningBlockCollapsed showRooIgnoredFiles
  showWorktreesInHomeScreen soundEnabled terminalPowershellCounter terminalShellIntegrationDisabled terminalZdotdir
  terminalZshClearEolMark terminalZshOhMy terminalZshP10k todoListEnabled ttsEnabled vertex1MContext`);

const numbers = words(`
  autoCondenseContextPercent awsModelContextWindow codebaseIndexOpenAiCompatibleModelDimension commandExecutionTimeout
  followupAutoApproveTimeoutMs maxDiagnosticMessages maxGitStatusFiles maxImageFileSize maxOpenTabsContext maxTotalImageSize
  maxWorkspaceFiles modelMaxThinkingTokens modelMaxTokens rateLimitSeconds requestDelaySeconds soundVolume
  terminalCommandDelay terminalShellIntegrationTimeout ttsSpeed`);

const numbersOrNull = words('allowedMaxCost allowedMaxRequests modelTemperature');

const lists = words('allowedCommands commandTimeoutAllowlist deniedCommands dismissedUpsells');

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

function all(keys: readonly string[], type: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(keys.map((key) => [key, type]));
}
