import type { AuditLog } from '@modegate/cli-kit/audit';
import { checkForPage, filesOfCheck } from '@modegate/policy-check/node';
import { readCallContext } from '@modegate/project/node';
import type { UiProject } from '@modegate/project-ui';
import { createEditLog } from '../audit/edit-log.ts';
import { settingsLocation } from '../modes/modes-state.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../version.ts';
import { watchStateFiles } from '../watch-files.ts';
import { followAuditLog } from './follow-audit-log.ts';

/**
 * Describes the project specified in the settings for a page, without its servers. Finds the same problems as `modegate
 * check`.
 *
 * @param log - Audit log for changes; undefined for none.
 */
export function pageProject(settings: Settings, log: AuditLog | undefined): UiProject {
  const { audit, projectRoot, conditionEnv } = settings;
  return {
    location: settingsLocation(settings, { env: process.env }),
    version,
    mode: settings.mode,
    context: () => readCallContext(projectRoot, process.env, conditionEnv),
    check: (checked) => checkForPage({ projectRoot, ...checked }),
    watchMore: async (onChange) => watchStateFiles(await filesOfCheck(projectRoot), onChange),
    edits: log && createEditLog(log),
    audit: audit && { file: audit.file, follow: (signal) => followAuditLog(audit.file, signal) },
  };
}
