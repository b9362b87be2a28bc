import { isJsonObject, type JsonObject } from '@modegate/json';
import { claudeModes } from './claude-rules.ts';
import { areValidHooks } from './hook-types.ts';

/** A value of the wrong type, because of which Claude Code drops the whole file. */
export interface WrongType {
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

type Check = (value: unknown) => boolean;
interface KnownType {
  readonly expected: string;
  readonly accepts: Check;
}

const text: KnownType = { expected: 'a string', accepts: (value) => typeof value === 'string' };
const flag: KnownType = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
const amount: KnownType = { expected: 'a number', accepts: (value) => typeof value === 'number' };
const object: KnownType = { expected: 'an object', accepts: isJsonObject };
const list: KnownType = { expected: 'a list', accepts: Array.isArray };
const texts: KnownType = {
  expected: 'a list of strings',
  accepts: (value) => Array.isArray(value) && value.every(text.accepts),
};
const disable: KnownType = { expected: `"disable"`, accepts: (value) => value === 'disable' };
const mode: KnownType = {
  expected: `one of ${[...claudeModes, 'manual'].join(', ')}`,
  accepts: (value) => value === 'manual' || claudeModes.some((one) => one === value),
};
const environment: KnownType = {
  expected: 'an object of strings',
  accepts: isJsonObject,
};

const enabledPlugins: KnownType = {
  expected: 'an object of true, false or lists of versions',
  accepts: (value) =>
    isJsonObject(value) && Object.values(value).every((one) => typeof one === 'boolean' || texts.accepts(one)),
};
const servers: KnownType = {
  expected: 'a list of strings',
  accepts: (value) => typeof value === 'string' || texts.accepts(value),
};
const whole: KnownType = {
  expected: 'a whole number above 0',
  accepts: (value) => Number.isInteger(value) && Number(value) > 0,
};
const statusLine: KnownType = {
  expected: `an object with "command" as 'type' and a string as 'command'`,
  accepts: (value) =>
    isJsonObject(value) &&
    value.type === 'command' &&
    text.accepts(value.command) &&
    (value.padding === undefined || amount.accepts(value.padding)),
};
const attribution: KnownType = {
  expected: 'true, false or an object of strings',
  accepts: (value) =>
    flag.accepts(value) ||
    (isJsonObject(value) && ['commit', 'pr'].every((key) => value[key] === undefined || text.accepts(value[key]))),
};
const textOrTexts: KnownType = {
  expected: 'a string or a list of strings',
  accepts: (value) => text.accepts(value) || texts.accepts(value),
};
const program: KnownType = {
  expected: `an object with "command" as 'type' and a string as 'command'`,
  accepts: (value) => isJsonObject(value) && value.type === 'command' && text.accepts(value.command),
};

function oneOf(...words: readonly string[]): KnownType {
  return { expected: `one of ${words.join(', ')}`, accepts: (value) => words.some((word) => word === value) };
}

/**
 * Returns the type of an object whose entries have these types if they are present; other entries may have any type.
 */
function fields(types: Readonly<Record<string, KnownType>>, needed: readonly string[] = []): KnownType {
  const entries = Object.entries(types);
  return {
    expected: `an object: ${entries.map(([key, { expected }]) => `'${key}' ${expected}`).join(', ')}`,
    accepts: (value) =>
      isJsonObject(value) &&
      entries.every(([key, { accepts }]) => (value[key] === undefined ? !needed.includes(key) : accepts(value[key]))),
  };
}

/** Returns the type of an object whose values all have the same type. */
function mapOf({ expected, accepts }: KnownType): KnownType {
  return {
    expected: `an object, each value ${expected}`,
    accepts: (value) => isJsonObject(value) && Object.values(value).every(accepts),
  };
}

function listOf({ expected, accepts }: KnownType): KnownType {
  return {
    expected: `a list, each item ${expected}`,
    accepts: (value) => Array.isArray(value) && value.every(accepts),
  };
}

const marketplaceKinds: ReadonlySet<string> = new Set(
  `archive claudeai command directory file git git-subdir github hostPattern npm pathPattern pluginDirectory settings
  skills-dir unsupported url`.split(/\s+/),
);

/** A source of plugins for Claude Code; an entry in another form is skipped. */
const marketplace: KnownType = {
  expected: `a source of a known kind`,
  accepts: (value) => {
    const kind = isJsonObject(value) && isJsonObject(value.source) ? value.source.source : undefined;
    return typeof kind !== 'string' || marketplaceKinds.has(kind);
  },
};

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
  extraKnownMarketplaces: {
    expected: mapOf(marketplace).expected,
    accepts: (value) => !isJsonObject(value) || mapOf(marketplace).accepts(value),
  },
  env: environment,
  hooks: { expected: 'an object of lists of hooks, each valid', accepts: areValidHooks },
  enabledPlugins,
  statusLine,
  attribution,
  cleanupPeriodDays: whole,
  defaultShell: oneOf('bash', 'powershell'),
  autoUpdatesChannel: oneOf('latest', 'stable', 'rc'),
  tui: oneOf('default', 'fullscreen'),
  daemonColdStart: oneOf('transient', 'ask'),
  feedbackDrafts: oneOf('notify', 'quiet', 'off'),
  totalTokensReminder: oneOf('off', 'infinite', 'fixed', 'countdown', 'padded-countdown'),
  workflowSizeGuideline: oneOf('unrestricted', 'small', 'medium', 'large'),
  fileSuggestion: program,
  forceLoginOrgUUID: textOrTexts,
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
  allow: list,
  ask: list,
  deny: list,
  defaultMode: mode,
  additionalDirectories: texts,
  disableBypassPermissionsMode: disable,
  disableAutoMode: disable,
};

const sandbox: Readonly<Record<string, KnownType>> = {
  enabled: flag,
  autoAllowBashIfSandboxed: flag,
  allowUnsandboxedCommands: flag,
  excludedCommands: texts,
  network: object,
  filesystem: object,
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
