// Recorded from Claude Code 2.1.330: the values that Claude Code's own check of a settings file rejects. Excludes
// values that Claude Code merely drops individually.
const keysByTypes: Readonly<Record<string, string>> = {
  array: `
    allowedChannelPlugins allowedHttpHookUrls allowedMcpServers allowedProviders availableModels
    blockedMarketplaces companyAnnouncements deniedMcpServers deniedModels disabledMcpjsonServers
    enabledMcpjsonServers fallbackModel httpHookAllowedEnvVars modelPicker.options
    permissions.additionalDirectories permissions.allow permissions.ask permissions.deny
    pluginSuggestionMarketplaces sandbox.excludedCommands spinnerVerbs.verbs strictKnownMarketplaces
    worktree.sparsePaths worktree.symlinkDirectories
  `,
  'array|string': 'forceLoginOrgUUID',
  boolean: `
    allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp allowManagedHooksOnly allowManagedMcpServersOnly
    allowManagedPermissionRulesOnly allowNestedModelAccessUnderForceLogin alwaysThinkingEnabled
    attribution.sessionUrl bashEditDiffEnabled channelsEnabled disableAgentView disableAllHooks disableArtifact
    disableBundledSkills disableClaudeAiConnectors disableCommandPluginSources disableDirectMcpSkills
    disableRemoteControl disableReplyCheck disableSideloadFlags disableSkillShellExecution
    disableWindowsBashCommandSplit disableWorkflows emojiCompletionEnabled enableAllProjectMcpServers
    enableArtifact enableWorkflows enforceAvailableModels fastMode fastModePerSessionOptIn
    forceRemoteSettingsRefresh includeCoAuthoredBy includeGitInstructions modelPicker.replaceBuiltInOptions
    permissions.blockReadsOutsideWorkingDirectories permissions.blockWritesOutsideWorkingDirectories
    permissions.denyInsteadOfPrompting prefersReducedMotion promptSuggestionEnabled respectGitignore
    respondToBashCommands sandbox.allowAppleEvents sandbox.allowNestedUserNamespaces
    sandbox.allowUnsandboxedCommands sandbox.autoAllowBashIfSandboxed sandbox.enableWeakerNestedSandbox
    sandbox.enableWeakerNetworkIsolation sandbox.enabled sandbox.failIfUnavailable showClearContextOnPlanAccept
    skipWebFetchPreflight spinnerTipsEnabled statusLine.hideVimModeIndicator syncClaudeAiPlugins
    syncClaudeAiSkills syntaxHighlightingDisabled terminalTitleFromRename voice.autoSubmit voice.enabled
    workflowKeywordTriggerEnabled wslInheritsWindowsSettings
  `,
  'boolean|object': 'attribution',
  number: `
    cleanupPeriodDays desktopSessionCleanupPeriodDays feedbackSurveyRate modelPricing.multiplier
    skillListingBudgetFraction skillListingMaxDescChars statusLine.padding
  `,
  object: `
    attributionProjectPolicy enabledPlugins env extraKnownMarketplaces fileSuggestion hooks managedMcpServers
    modelOverrides modelPicker modelPricing modelPricing.overrides permissions pluginConfigs policyHelper remote
    sandbox sandbox.credentials sandbox.filesystem sandbox.ignoreViolations sandbox.network sandbox.ripgrep
    skillOverrides spinnerVerbs statusLine voice worktree
  `,
  string: `
    advisorModel agent apiKeyHelper attribution.commit attribution.pr attributionProject
    attributionProjectPolicy.default autoUpdatesChannel availableModelsMatch awsAuthRefresh awsCredentialExport
    defaultShell feedbackDrafts fileSuggestion.command fileSuggestion.type gcpAuthRefresh language
    managedSourcesBehavior minimumVersion model otelHeadersHelper outputStyle parentSettingsBehavior
    permissions.defaultMode permissions.disableAutoMode permissions.disableBypassPermissionsMode plansDirectory
    policyHelper.path prUrlTemplate processWrapper proxyAuthHelper remote.defaultEnvironmentId
    requiredMaximumVersion requiredMinimumVersion spinnerVerbs.mode statusLine.command statusLine.type timeFormat
    timeZone tui voice.mode workflowSizeGuideline worktree.baseRef
  `,
};

/** The types of Claude Code's settings, keyed by their dotted key paths. */
export const claudeSettingTypes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(keysByTypes).flatMap(([types, keys]) =>
    (keys.match(/\S+/g) ?? []).map((key) => [key, types.split('|')] as const),
  ),
);
