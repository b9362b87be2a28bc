import type { AgentReading } from '../../agent-answer.ts';
import type { PermissionFiles } from '../../permission-files.ts';
import type { PermissionRisk } from '../../risks/permission-risk.ts';
import { runRiskRules } from '../../risks/run-risk-rules.ts';
import type { CodexRules } from '../codex-rules.ts';
import { findFurtherAllows } from './allow-reaches-further.ts';
import { codexPlaces } from './codex-place.ts';
import { findDefeatedRules } from './defeated-rule.ts';
import { findEvadedDenials } from './denial-evaded.ts';
import { findShortDenials } from './denial-reaches-less.ts';
import { findDuplicateRules } from './duplicate-rule.ts';
import { findOpenSettings } from './everything-allowed.ts';
import { findPatchedDenials } from './file-denial-evaded.ts';
import { findUnreadKeys } from './key-not-read.ts';
import { findUndecidedRules } from './open-without-a-rule.ts';
import { findPersonalPaths } from './personal-path.ts';
import { findIdleRules } from './rule-does-nothing.ts';
import { findApprovedServers } from './servers-approved-wholesale.ts';

/** Finds Codex rules and settings that do more, or less, than they appear to. */
export function findCodexRisks(reading: AgentReading<CodexRules>, files: PermissionFiles): readonly PermissionRisk[] {
  const places = codexPlaces(reading, files);
  return runRiskRules({ title: 'Codex', places, launches: reading.launches, files: files.files }, [
    findIdleRules,
    findFurtherAllows,
    findDefeatedRules,
    findShortDenials,
    findEvadedDenials,
    findPatchedDenials,
    findUndecidedRules,
    findOpenSettings,
    findDuplicateRules,
    findApprovedServers,
    findUnreadKeys,
    findPersonalPaths,
  ]);
}
