import type { AgentReading } from '../../agent-answer.ts';
import type { PermissionFiles } from '../../permission-files.ts';
import type { PermissionRisk } from '../../risks/permission-risk.ts';
import { runRiskRules } from '../../risks/run-risk-rules.ts';
import type { ClaudeRules } from '../claude-rules.ts';
import { findFurtherAllows } from './allow-reaches-further.ts';
import { claudePlaces } from './claude-risks.ts';
import { findDefeatedRules } from './defeated-rule.ts';
import { findDefeatedSettings } from './defeated-setting.ts';
import { findEvadedDenials } from './denial-evaded.ts';
import { findShortDenials } from './denial-reaches-less.ts';
import { findDuplicateRules } from './duplicate-rule.ts';
import { findWholeAllows } from './everything-allowed.ts';
import { findEvadedFileDenials } from './file-denial-evaded.ts';
import { findUnreadKeys } from './key-not-read.ts';
import { findSharedLocalSettings } from './local-settings-shared.ts';
import { findMisreadPaths } from './misread-path.ts';
import { findUnlimitedAgents } from './open-without-a-rule.ts';
import { findPersonalPaths } from './personal-path.ts';
import { findIdleRules } from './rule-does-nothing.ts';
import { findApprovedServers } from './servers-approved-wholesale.ts';
import { findUnknownToolNames } from './unknown-tool-name.ts';

/** Finds rules in a project that do more, or less, than they appear to. */
export function findClaudeRisks(reading: AgentReading<ClaudeRules>, files: PermissionFiles): readonly PermissionRisk[] {
  // The servers from `.mcp.json` are checked with those of other clients.
  const launches = reading.launches.filter(({ kind }) => kind === 'hook');
  const places = claudePlaces(reading, files);
  return runRiskRules({ title: 'Claude Code', places, launches, files: files.files }, [
    findIdleRules,
    findMisreadPaths,
    findFurtherAllows,
    findDefeatedRules,
    findDefeatedSettings,
    findShortDenials,
    findEvadedDenials,
    findEvadedFileDenials,
    findUnlimitedAgents,
    findWholeAllows,
    findDuplicateRules,
    findApprovedServers,
    findUnknownToolNames,
    findPersonalPaths,
    findSharedLocalSettings,
    findUnreadKeys,
  ]);
}
