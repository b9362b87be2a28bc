import type { Rule } from '../rule.ts';
import { parseError } from './m001-parse-error.ts';
import { schemaViolation } from './m002-schema-violation.ts';
import { unknownKey } from './m003-unknown-key.ts';
import { misplacedKey } from './m004-misplaced-key.ts';
import { duplicateSlug } from './m005-duplicate-slug.ts';
import { invalidSlug } from './m006-invalid-slug.ts';
import { duplicateGroup } from './m007-duplicate-group.ts';
import { unknownGroup } from './m008-unknown-group.ts';
import { deprecatedGroup } from './m009-deprecated-group.ts';
import { shadowsBuiltin } from './m010-shadows-builtin.ts';
import { modeSourceConflict } from './m011-mode-source-conflict.ts';
import { limitInDescription } from './m012-limit-in-description.ts';
import { unknownServer } from './m020-unknown-server.ts';
import { unknownTool } from './m021-unknown-tool.ts';
import { patternMatchesNothing } from './m022-pattern-matches-nothing.ts';
import { patternMatchesAll } from './m023-pattern-matches-all.ts';
import { allowDenyConflict } from './m024-allow-deny-conflict.ts';
import { unreachableAllow } from './m025-unreachable-allow.ts';
import { redundantRule } from './m027-redundant-rule.ts';
import { emptyAllowlist } from './m028-empty-allowlist.ts';
import { defaultDisabledNeverAllowed } from './m029-default-disabled-never-allowed.ts';
import { defaultEnabledSensitive } from './m030-default-enabled-sensitive.ts';
import { mcpWithoutRestriction } from './m031-mcp-without-restriction.ts';
import { newToolsOpen } from './m032-new-tools-open.ts';
import { caseOrSeparatorMismatch } from './m033-case-or-separator-mismatch.ts';
import { ambiguousToolName } from './m034-ambiguous-tool-name.ts';
import { fileLimitEscapedByCommand } from './m040-file-limit-escaped-by-command.ts';
import { fileLimitEscapedByMcp } from './m041-file-limit-escaped-by-mcp.ts';
import { editDeniedButMcpWrites } from './m042-edit-denied-but-mcp-writes.ts';
import { modeCanSwitchToWider } from './m043-mode-can-switch-to-wider.ts';
import { trifecta } from './m044-trifecta.ts';
import { godMode } from './m045-god-mode.ts';
import { alwaysAllowDestructive } from './m046-always-allow-destructive.ts';
import { alwaysAllowNotReachable } from './m047-always-allow-not-reachable.ts';
import { resourcePathOpen } from './m048-resource-path-open.ts';
import { alwaysAllowDestructiveName } from './m049-always-allow-destructive-name.ts';
import { regexInvalid } from './m050-regex-invalid.ts';
import { regexRedos } from './m051-regex-redos.ts';
import { regexMatchesEverything } from './m052-regex-matches-everything.ts';
import { regexMatchesNoFile } from './m053-regex-matches-no-file.ts';
import { regexUnanchoredEnd } from './m054-regex-unanchored-end.ts';
import { regexPathUnanchoredStart } from './m055-regex-path-unanchored-start.ts';
import { regexUnescapedDot } from './m056-regex-unescaped-dot.ts';
import { regexSeparatorOrCase } from './m057-regex-separator-or-case.ts';
import { regexOnWrongGroup } from './m058-regex-on-wrong-group.ts';
import { limitOpensOwnRules } from './m059-limit-opens-own-rules.ts';
import { secretInConfig } from './m060-secret-in-config.ts';
import { unpinnedPackage } from './m061-unpinned-package.ts';
import { plainHttp } from './m062-plain-http.ts';
import { shellStringCommand } from './m063-shell-string-command.ts';
import { broadFilesystemGrant } from './m064-broad-filesystem-grant.ts';
import { serverNameShadowing } from './m065-server-name-shadowing.ts';
import { variableNotFilled } from './m066-variable-not-filled.ts';
import { alwaysAllowShell } from './m067-always-allow-shell.ts';
import { invisibleUnicode } from './m070-invisible-unicode.ts';
import { promptContradictsPolicy } from './m071-prompt-contradicts-policy.ts';
import { oversizedPrompt } from './m072-oversized-prompt.ts';
import { overToolBudget } from './m073-over-tool-budget.ts';
import { promptDemandsRefusedTool } from './m074-prompt-demands-refused-tool.ts';
import { lockDrift } from './m080-lock-drift.ts';
import { lossyExport } from './m081-lossy-export.ts';
import { untestedMode } from './m082-untested-mode.ts';
import { unusedSuppression } from './m083-unused-suppression.ts';

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  parseError,
  schemaViolation,
  unknownKey,
  misplacedKey,
  duplicateSlug,
  invalidSlug,
  duplicateGroup,
  unknownGroup,
  deprecatedGroup,
  shadowsBuiltin,
  modeSourceConflict,
  limitInDescription,
  unknownServer,
  unknownTool,
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
  invisibleUnicode,
  promptContradictsPolicy,
  oversizedPrompt,
  overToolBudget,
  promptDemandsRefusedTool,
  lockDrift,
  lossyExport,
  untestedMode,
  unusedSuppression,
];
