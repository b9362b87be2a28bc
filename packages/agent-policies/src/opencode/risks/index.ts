import type { AgentReading } from '../../agent-answer.ts';
import type { PermissionFiles } from '../../permission-files.ts';
import type { PermissionRisk } from '../../risks/permission-risk.ts';
import { runRiskRules } from '../../risks/run-risk-rules.ts';
import type { OpencodeRules } from '../agent-rules.ts';
import { findFurtherAllows } from './allow-reaches-further.ts';
import { findDefeatedRules } from './defeated-rule.ts';
import { findEvadedDenials } from './denial-evaded.ts';
import { findShortDenials } from './denial-reaches-less.ts';
import { findWholeAllows } from './everything-allowed.ts';
import { findEvadedFileDenials } from './file-denial-evaded.ts';
import { findOpenFolders } from './open-without-a-rule.ts';
import { opencodePlaces, type RiskyAgent } from './opencode-place.ts';
import { findOverwrittenRules } from './overwritten-rule.ts';
import { findPersonalPaths } from './personal-path.ts';
import { findIdleRules } from './rule-does-nothing.ts';
import { findWiderSubagents } from './subagent-may-more.ts';
import { findUnknownToolNames } from './unknown-tool-name.ts';

/** @internal Finds opencode or Kilo rules that do more, or less, than they appear to. */
export function findOpencodeRisks(
  reading: AgentReading<OpencodeRules>,
  files: PermissionFiles,
  agent: RiskyAgent,
): readonly PermissionRisk[] {
  const places = opencodePlaces(reading, files, agent);
  return runRiskRules({ title: agent.title, places, launches: reading.launches, files: files.files }, [
    findIdleRules,
    findFurtherAllows,
    findDefeatedRules,
    findOverwrittenRules,
    findShortDenials,
    findEvadedDenials,
    findEvadedFileDenials,
    findOpenFolders,
    findWholeAllows,
    findWiderSubagents,
    findUnknownToolNames,
    findPersonalPaths,
  ]);
}
