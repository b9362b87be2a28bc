import { isJsonObject, type JsonObject } from '@modegate/json';
import { claudeModes } from './claude-rules.ts';
import { areValidHooks } from './hook-types.ts';

/** A value of the wrong type, which causes Claude Code to drop the whole file. */
export interface WrongType {
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

interface KnownType {
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

function known(expected: string, accepts: KnownType['accepts']): KnownType {
  return { expected, accepts };
}

const text = known('a string', (value) => typeof value === 'string');
const flag = known('true or false', (value) => typeof value === 'boolean');
const amount = known('a number', (value) => typeof value === 'number');
const object = known('an object', isJsonObject);
const list = known('a list', Array.isArray);
const texts = known('a list of strings', (value) => Array.isArray(value) && value.every(text.accepts));
const servers = known('a list of strings', (value) => text.accepts(value) || texts.accepts(value));
const disable = known('"disable"', (value) => value === 'disable');

function oneOf(...words: readonly string[]): KnownType {
  return known(`one of ${words.join(', ')}`, (value) => words.some((word) => word === value));
}

/**
 * Returns the type of an object whose entries have these types if they are present; other entries may have any type.
 */
function fields(types: Readonly<Record<string, KnownType>>, needed: readonly string[] = []): KnownType {
  const entries = Object.entries(types);
  return known(
    `an object: ${entries.map(([key, { expected }]) => `'${key}' ${expected}`).join(', ')}`,
    (value) =>
      isJsonObject(value) &&
      entries.every(([key, { accepts }]) => (value[key] === undefined ? !needed.includes(key) : accepts(value[key]))),
  );
}

/** Returns the type of an object whose values all have the same type. */
function mapOf({ expected, accepts }: KnownType): KnownType {
  return known(
    `an object, each value ${expected}`,
    (value) => isJsonObject(value) && Object.values(value).every(accepts),
  );
}

function listOf({ expected, accepts }: KnownType): KnownType {
  return known(`a list, each item ${expected}`, (value) => Array.isArray(value) && value.every(accepts));
}

function program(more: Readonly<Record<string, KnownType>> = {}): KnownType {
  const { accepts } = fields({ type: oneOf('command'), command: text, ...more }, ['type', 'command']);
  return known(`an object with "command" as 'type' and a string as 'command'`, accepts);
}

const { accepts: isAttribution } = fields({ commit: text, pr: text });
const { accepts: isPluginMap } = mapOf(known('', (value) => flag.accepts(value) || texts.accepts(value)));

const marketplaceKinds: ReadonlySet<string> = new Set(
  `archive claudeai command directory file git git-subdir github hostPattern npm pathPattern pluginDirectory settings
  skills-dir unsupported url`.split(/\s+/),
);

/** A source of plugins for Claude Code; an entry in another form is skipped. */
const marketplace = known('a source of a known kind', (value) => {
  const kind = isJsonObject(value) && isJsonObject(value.source) ? value.source.source : undefined;
  return typeof kind !== 'string' || marketplaceKinds.has(kind);
});

/**
 * Keys for which Claude Code does not tolerate a value of the wrong type; keys that it would then treat as absent are
 * omitted.
 */
const topLevel: Readonly<Record<string, KnownType>> = {
  ...ofType(
    flag,
    `allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp allowManagedHooksOnly allowManagedMcpServersOnly
    allowManagedPermissionRulesOnly allowNestedModelAccessUnderForceLogin alwaysThinkingEnabled autoCompactEnabled
    autoContinueAtUsageLimit autoDreamEnabled autoMemoryEnabled autoScrollEnabled autoUploadSessions
    agentPushNotifEnabled awaySummaryEnabled bashEditDiffEnabled channelsEnabled clawdFileProgressEnabled
    disableAgentView disableAllHooks disableArtifact disableBundledSkills disableClaudeAiConnectors
    disableCommandPluginSources disableDirectMcpSkills disableRemoteControl disableReplyCheck disableSideloadFlags
    disableSkillShellExecution disableWindowsBashCommandSplit disableWorkflows doneMeansMerged emojiCompletionEnabled
    enableAllProjectMcpServers enableArtifact enableWorkflows enforceAvailableModels fastMode fastModePerSessionOptIn
    fileCheckpointingEnabled forceRemoteSettingsRefresh idleCompaction includeCoAuthoredBy includeGitInstructions
    inputNeededNotifEnabled isolatePeerMachines precomputeCompactionEnabled prefersReducedMotion
    promptSuggestionEnabled remoteControlAtStartup respectGitignore respondToBashCommands responseComparisonEnabled
    showClearContextOnPlanAccept showMessageTimestamps showThinkingSummaries showTurnDuration
    skipAutoPermissionPrompt skipDangerousModePermissionPrompt voiceEnabled skipWebFetchPreflight skipWorkflowUsageWarning spinnerTipsEnabled
    switchModelsOnFlag syncClaudeAiPlugins syncClaudeAiSkills syntaxHighlightingDisabled terminalProgressBarEnabled
    terminalTitleFromRename todoFeatureEnabled totalTokensReminderAfterUserTurn verbose
    wheelScrollAccelerationEnabled workflowKeywordTriggerEnabled wslInheritsWindowsSettings`,
  ),
  ...ofType(
    text,
    `$schema advisorModel agent apiKeyHelper attributionProject autoMemoryDirectory awsAuthRefresh awsCredentialExport
    claudeMd gcpAuthRefresh language minimumVersion model otelHeadersHelper outputStyle plansDirectory pluginTrustMessage
    prUrlTemplate processWrapper proxyAuthHelper requiredMaximumVersion requiredMinimumVersion timeFormat timeZone`,
  ),
  ...ofType(
    amount,
    `desktopSessionCleanupPeriodDays feedbackSurveyRate skillListingBudgetFraction
    skillListingMaxDescChars totalTokensReminderBudget`,
  ),
  ...ofType(
    texts,
    `allowedHttpHookUrls availableModels claudeMdExcludes companyAnnouncements deniedModels fallbackModel
    httpHookAllowedEnvVars pluginSuggestionMarketplaces`,
  ),
  ...ofType(object, 'permissions sandbox remoteTools'),
  ...ofType(listOf(object), 'strictKnownMarketplaces blockedMarketplaces allowedMarketplaces'),
  ...ofType(mapOf(text), 'modelOverrides'),
  ...ofType(mapOf(object), 'pluginConfigs'),
  breakReminder: fields({ enabled: flag, message: text }),
  quietHours: fields({ enabled: flag, start: text, end: text }),
  skillOverrides: mapOf(oneOf('on', 'name-only', 'user-invocable-only', 'off')),
  worktree: fields({ symlinkDirectories: texts, sparsePaths: texts, baseRef: oneOf('fresh', 'head') }),
  spinnerVerbs: fields({ mode: oneOf('append', 'replace'), verbs: texts }, ['mode', 'verbs']),
  remote: fields({ defaultEnvironmentId: text }),
  sshConfigs: listOf(fields({ id: text, name: text, sshHost: text }, ['id', 'name', 'sshHost'])),
  extraKnownMarketplaces: known(
    mapOf(marketplace).expected,
    (value) => !isJsonObject(value) || mapOf(marketplace).accepts(value),
  ),
  env: known('an object of strings', isJsonObject),
  hooks: known('an object of lists of valid hooks', areValidHooks),
  enabledPlugins: known('an object of true, false or lists of versions', isPluginMap),
  statusLine: program({ padding: amount }),
  attribution: known('true, false or an object of strings', (value) => flag.accepts(value) || isAttribution(value)),
  cleanupPeriodDays: known('a whole number above 0', (value) => Number.isInteger(value) && Number(value) > 0),
  defaultShell: oneOf('bash', 'powershell'),
  autoUpdatesChannel: oneOf('latest', 'stable', 'rc'),
  tui: oneOf('default', 'fullscreen'),
  daemonColdStart: oneOf('transient', 'ask'),
  feedbackDrafts: oneOf('notify', 'quiet', 'off'),
  totalTokensReminder: oneOf('off', 'infinite', 'fixed', 'countdown', 'padded-countdown'),
  workflowSizeGuideline: oneOf('unrestricted', 'small', 'medium', 'large'),
  fileSuggestion: program(),
  forceLoginOrgUUID: known('a string or a list of strings', servers.accepts),
  voice: fields({ enabled: flag, mode: oneOf('hold', 'tap'), autoSubmit: flag }),
  autoMode: fields({ allow: texts, soft_deny: texts, hard_deny: texts, environment: texts }),
  disableAutoMode: disable,
  enabledMcpjsonServers: servers,
  disabledMcpjsonServers: servers,
};

function ofType(type: KnownType, keys: string): Readonly<Record<string, KnownType>> {
  return Object.fromEntries(keys.split(/\s+/).map((key) => [key, type]));
}

const permissions: Readonly<Record<string, KnownType>> = {
  ...ofType(list, 'allow ask deny'),
  defaultMode: oneOf(...claudeModes, 'manual'),
  additionalDirectories: texts,
  ...ofType(disable, 'disableBypassPermissionsMode disableAutoMode'),
};

const sandbox: Readonly<Record<string, KnownType>> = {
  ...ofType(flag, 'enabled autoAllowBashIfSandboxed allowUnsandboxedCommands'),
  excludedCommands: texts,
  ...ofType(object, 'network filesystem'),
};

const network: Readonly<Record<string, KnownType>> = {
  ...ofType(texts, 'allowedDomains deniedDomains allowUnixSockets'),
  ...ofType(flag, 'allowAllUnixSockets allowLocalBinding allowManagedDomainsOnly'),
  ...ofType(amount, 'httpProxyPort socksProxyPort'),
};
const filesystem = ofType(texts, 'allowWrite denyWrite denyRead allowRead');

const nested = { permissions, sandbox, 'sandbox.network': network, 'sandbox.filesystem': filesystem } as const;

/** Returns the first value of the wrong type under a known key; ignores unknown keys. */
export function findWrongType(settings: unknown): WrongType | undefined {
  if (!isJsonObject(settings)) return { path: [], expected: 'an object' };
  const wrong = findIn(settings, topLevel);
  if (wrong !== undefined) return wrong;
  for (const [key, types] of Object.entries(nested)) {
    const path = key.split('.');
    const inner = path.reduce<unknown>((value, one) => (isJsonObject(value) ? value[one] : undefined), settings);
    const found = isJsonObject(inner) ? findIn(inner, types) : undefined;
    if (found !== undefined) return { ...found, path: [...path, ...found.path] };
  }
  return undefined;
}

function findIn(value: JsonObject, types: Readonly<Record<string, KnownType>>): WrongType | undefined {
  for (const [key, { expected, accepts }] of Object.entries(types)) {
    if (Object.hasOwn(value, key) && !accepts(value[key])) return { path: [key], expected };
  }
  return undefined;
}
