import { checkForPage, filesOfCheck } from '@modegate/policy-check/node';
import type { AuditLog } from '@modegate/program-shell/audit';
import { readCallContext } from '@modegate/project/node';
import type { UiProject } from '@modegate/project-ui';
import { createEditLog } from '../audit/edit-log.ts';
import { settingsLocation } from '../modes/modes-state.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../version.ts';
import { watchStateFiles } from '../watch-files.ts';
import { followAuditLog } from './follow-audit-log.ts';

/**
 * The project of the settings as a page knows it, without its servers. What it finds is what `modegate check` finds.
 *
 * @param log - Where changes are written down; undefined for nowhere.
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
