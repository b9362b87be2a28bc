import type { Rule } from '../workspace/rule.ts';
import { ruleDoesNothing } from './agents/m100-rule-does-nothing.ts';
import { allowReachesFurther } from './agents/m101-allow-reaches-further.ts';
import { defeatedRule } from './agents/m102-defeated-rule.ts';
import { denialReachesLess } from './agents/m103-denial-reaches-less.ts';
import { denialEvaded } from './agents/m104-denial-evaded.ts';
import { fileDenialEvaded } from './agents/m105-file-denial-evaded.ts';
import { openWithoutARule } from './agents/m106-open-without-a-rule.ts';
import { everythingAllowed } from './agents/m107-everything-allowed.ts';
import { duplicateRule } from './agents/m108-duplicate-rule.ts';
import { serversApprovedWholesale } from './agents/m109-servers-approved-wholesale.ts';
import { fetchAndRun } from './agents/m110-fetch-and-run.ts';
import { unknownToolName } from './agents/m111-unknown-tool-name.ts';
import { keyNotRead } from './agents/m112-key-not-read.ts';
import { personalPath } from './agents/m113-personal-path.ts';
import { localSettingsShared } from './agents/m114-local-settings-shared.ts';
import { otherAgentMayMore } from './agents/m115-other-agent-may-more.ts';
import { subagentMayMore } from './agents/m116-subagent-may-more.ts';
import { fileLimitEscapedByCommand } from './bypasses/m040-file-limit-escaped-by-command.ts';
import { fileLimitEscapedByMcp } from './bypasses/m041-file-limit-escaped-by-mcp.ts';
import { editDeniedButMcpWrites } from './bypasses/m042-edit-denied-but-mcp-writes.ts';
import { modeCanSwitchToWider } from './bypasses/m043-mode-can-switch-to-wider.ts';
import { trifecta } from './bypasses/m044-trifecta.ts';
import { godMode } from './bypasses/m045-god-mode.ts';
import { alwaysAllowDestructive } from './bypasses/m046-always-allow-destructive.ts';
import { alwaysAllowNotReachable } from './bypasses/m047-always-allow-not-reachable.ts';
import { resourcePathOpen } from './bypasses/m048-resource-path-open.ts';
import { alwaysAllowDestructiveName } from './bypasses/m049-always-allow-destructive-name.ts';
import { commandRuleOfOtherAgent } from './commands/m035-command-rule-of-other-agent.ts';
import { commandAllowsAnything } from './commands/m036-command-allows-anything.ts';
import { deniedCommandsBindNobody } from './commands/m037-denied-commands-bind-nobody.ts';
import { deniedCommandInOtherWords } from './commands/m038-denied-command-in-other-words.ts';
import { commandsNotEnforcedByClient } from './commands/m039-commands-not-enforced-by-client.ts';
import { parseError } from './form/m001-parse-error.ts';
import { schemaViolation } from './form/m002-schema-violation.ts';
import { unknownKeyRule } from './form/m003-unknown-key.ts';
import { misplacedKey } from './form/m004-misplaced-key.ts';
import { duplicateSlug } from './form/m005-duplicate-slug.ts';
import { invalidSlug } from './form/m006-invalid-slug.ts';
import { duplicateGroup } from './form/m007-duplicate-group.ts';
import { unknownGroup } from './form/m008-unknown-group.ts';
import { deprecatedGroup } from './form/m009-deprecated-group.ts';
import { shadowsBuiltin } from './form/m010-shadows-builtin.ts';
import { modeSourceConflict } from './form/m011-mode-source-conflict.ts';
import { limitInDescription } from './form/m012-limit-in-description.ts';
import { hookSwitchedOff } from './form/m013-hook-switched-off.ts';
import { permissionFileFault } from './form/m014-permission-file-fault.ts';
import { regexInvalid } from './patterns/m050-regex-invalid.ts';
import { regexRedos } from './patterns/m051-regex-redos.ts';
import { regexMatchesEverything } from './patterns/m052-regex-matches-everything.ts';
import { regexMatchesNoFile } from './patterns/m053-regex-matches-no-file.ts';
import { regexUnanchoredEnd } from './patterns/m054-regex-unanchored-end.ts';
import { regexPathUnanchoredStart } from './patterns/m055-regex-path-unanchored-start.ts';
import { regexUnescapedDot } from './patterns/m056-regex-unescaped-dot.ts';
import { regexSeparatorOrCase } from './patterns/m057-regex-separator-or-case.ts';
import { regexOnWrongGroup } from './patterns/m058-regex-on-wrong-group.ts';
import { limitOpensOwnRules } from './patterns/m059-limit-opens-own-rules.ts';
import { invisibleUnicode } from './prompts/m070-invisible-unicode.ts';
import { promptContradictsPolicy } from './prompts/m071-prompt-contradicts-policy.ts';
import { oversizedPrompt } from './prompts/m072-oversized-prompt.ts';
import { overToolBudget } from './prompts/m073-over-tool-budget.ts';
import { promptDemandsRefusedTool } from './prompts/m074-prompt-demands-refused-tool.ts';
import { unknownServer } from './restrictions/m020-unknown-server.ts';
import { unknownToolRule } from './restrictions/m021-unknown-tool.ts';
import { patternMatchesNothing } from './restrictions/m022-pattern-matches-nothing.ts';
import { patternMatchesAll } from './restrictions/m023-pattern-matches-all.ts';
import { allowDenyConflict } from './restrictions/m024-allow-deny-conflict.ts';
import { unreachableAllow } from './restrictions/m025-unreachable-allow.ts';
import { redundantRule } from './restrictions/m027-redundant-rule.ts';
import { emptyAllowlist } from './restrictions/m028-empty-allowlist.ts';
import { defaultDisabledNeverAllowed } from './restrictions/m029-default-disabled-never-allowed.ts';
import { defaultEnabledSensitive } from './restrictions/m030-default-enabled-sensitive.ts';
import { mcpWithoutRestriction } from './restrictions/m031-mcp-without-restriction.ts';
import { newToolsOpen } from './restrictions/m032-new-tools-open.ts';
import { caseOrSeparatorMismatch } from './restrictions/m033-case-or-separator-mismatch.ts';
import { ambiguousToolName } from './restrictions/m034-ambiguous-tool-name.ts';
import { secretInConfig } from './servers/m060-secret-in-config.ts';
import { unpinnedPackage } from './servers/m061-unpinned-package.ts';
import { plainHttp } from './servers/m062-plain-http.ts';
import { shellStringCommand } from './servers/m063-shell-string-command.ts';
import { broadFilesystemGrant } from './servers/m064-broad-filesystem-grant.ts';
import { serverNameShadowing } from './servers/m065-server-name-shadowing.ts';
import { variableNotFilled } from './servers/m066-variable-not-filled.ts';
import { alwaysAllowShell } from './servers/m067-always-allow-shell.ts';
import { serverReachedTwice } from './servers/m068-server-reached-twice.ts';
import { lockDrift } from './upkeep/m080-lock-drift.ts';
import { lossyExport } from './upkeep/m081-lossy-export.ts';
import { untestedMode } from './upkeep/m082-untested-mode.ts';
import { unusedSuppression } from './upkeep/m083-unused-suppression.ts';

/** All rules, in the order of their ids. */
export const rules: readonly Rule[] = [
  parseError,
  schemaViolation,
  unknownKeyRule,
  misplacedKey,
  duplicateSlug,
  invalidSlug,
  duplicateGroup,
  unknownGroup,
  deprecatedGroup,
  shadowsBuiltin,
  modeSourceConflict,
  limitInDescription,
  hookSwitchedOff,
  permissionFileFault,
  unknownServer,
  unknownToolRule,
  patternMatchesNothing,
  patternMatchesAll,
  allowDenyConflict,
  unreachableAllow,
  redundantRule,
  emptyAllowlist,
  defaultDisabledNeverAllowed,
  defaultEnabledSensitive,
  mcpWithoutRestriction,
  newToolsOpen,
  caseOrSeparatorMismatch,
  ambiguousToolName,
  commandRuleOfOtherAgent,
  commandAllowsAnything,
  deniedCommandsBindNobody,
  deniedCommandInOtherWords,
  commandsNotEnforcedByClient,
  fileLimitEscapedByCommand,
  fileLimitEscapedByMcp,
  editDeniedButMcpWrites,
  modeCanSwitchToWider,
  trifecta,
  godMode,
  alwaysAllowDestructive,
  alwaysAllowNotReachable,
  resourcePathOpen,
  alwaysAllowDestructiveName,
  regexInvalid,
  regexRedos,
  regexMatchesEverything,
  regexMatchesNoFile,
  regexUnanchoredEnd,
  regexPathUnanchoredStart,
  regexUnescapedDot,
  regexSeparatorOrCase,
  regexOnWrongGroup,
  limitOpensOwnRules,
  secretInConfig,
  unpinnedPackage,
  plainHttp,
  shellStringCommand,
  broadFilesystemGrant,
  serverNameShadowing,
  variableNotFilled,
  alwaysAllowShell,
  serverReachedTwice,
  invisibleUnicode,
  promptContradictsPolicy,
  oversizedPrompt,
  overToolBudget,
  promptDemandsRefusedTool,
  lockDrift,
  lossyExport,
  untestedMode,
  unusedSuppression,
  ruleDoesNothing,
  allowReachesFurther,
  defeatedRule,
  denialReachesLess,
  denialEvaded,
  fileDenialEvaded,
  openWithoutARule,
  everythingAllowed,
  duplicateRule,
  serversApprovedWholesale,
  fetchAndRun,
  unknownToolName,
  keyNotRead,
  personalPath,
  localSettingsShared,
  otherAgentMayMore,
  subagentMayMore,
];
