import { words } from '../words.ts';

// Taken from the schemas of Roo Code 3.52 (@roo-code/types 1.115.0); a test compares the names with these schemas.
/** Settings that may have any string as their value. */
export const textSettings = words(`
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

/** Boolean settings. */
export const flagSettings = words(`
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

/** Settings that may have any number as their value. */
export const plainNumberSettings = words(`
  autoCondenseContextPercent awsModelContextWindow codebaseIndexOpenAiCompatibleModelDimension commandExecutionTimeout
  followupAutoApproveTimeoutMs maxDiagnosticMessages maxGitStatusFiles maxImageFileSize maxOpenTabsContext maxTotalImageSize
  maxWorkspaceFiles modelMaxThinkingTokens modelMaxTokens rateLimitSeconds requestDelaySeconds soundVolume
  terminalCommandDelay terminalShellIntegrationTimeout ttsSpeed`);

/** Settings whose value is a number or null. */
export const nullableNumberSettings = words('allowedMaxCost allowedMaxRequests modelTemperature');

/** Settings whose value is a list of strings. */
export const listSettings = words('allowedCommands commandTimeoutAllowlist deniedCommands dismissedUpsells');
