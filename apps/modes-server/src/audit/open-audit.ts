import type { Log } from '@modegate/cli-kit';
import type { AuditLog } from '@modegate/cli-kit/audit';
import type { AuditSettings } from '../settings/audit-settings.ts';

/**
 * Opens the audit log specified in the settings. Loads the writer for the log on demand, so that startup without a log
 * is not delayed.
 *
 * @throws {AppError} exit code 2 if the log cannot be opened.
 */
export async function openAudit({ file, writing, rotation }: AuditSettings, log: Log): Promise<AuditLog> {
  const { openAuditLog } = await import('@modegate/cli-kit/audit');
  return openAuditLog({
    file,
    writing,
    rotation,
    program: 'modes-server',
    onFailure: (message) => log.error(message),
    onRecovery: (message) => log.warning(message),
  });
}
