import { AppError } from '@modegate/cli-kit';
import { auditWritings, type Rotation, readRotation } from '@modegate/cli-kit/audit';
import { withDefaults } from './settings-defaults.ts';
import type { SettingsReader } from './settings-reader.ts';
import type { SettingsFile } from './settings-schema.ts';

/** Settings for the audit log. */
export type AuditSettings = NonNullable<ReturnType<typeof resolveAuditSettings>>;

/**
 * Resolves the settings for the audit log; returns undefined if there is no log.
 *
 * @throws {AppError} exit code 2 for an invalid value, or if a guarantee is requested but there is no log.
 */
export function resolveAuditSettings({ flags, pick, path, choose }: SettingsReader, content: SettingsFile) {
  const written = withDefaults('audit', content);
  const file = path('auditLog', written.file);
  const writing = choose('audit', auditWritings, written.write);
  const rotation = readAuditRotation(pick('auditRotate', written.rotate), pick('auditKeep', written.keep?.toString()));
  if (file !== undefined)
    return { file, recordsArguments: flags.auditArguments ?? written.arguments, writing, rotation } as const;
  if (writing !== 'queue') throw new AppError(`--audit ${writing} needs a file: add --audit-log <file>.`);
  return undefined;
}

function readAuditRotation(rotate: string | undefined, keep: string | undefined): Rotation | undefined {
  if (rotate === undefined && keep === undefined) return undefined;
  if (rotate === undefined)
    throw new AppError(
      "--audit-keep requires --audit-rotate, for example 'daily' or '100M'. Without --audit-rotate, the log is never rotated.",
    );
  return { ...readRotation(rotate, '--audit-rotate'), keep: keep === undefined ? undefined : readKeep(keep) };
}

function readKeep(text: string): number {
  const files = Number(text);
  if (Number.isInteger(files) && files > 0 && files <= 100_000) return files;
  throw new AppError(`--audit-keep must be a whole number from 1 to 100000, not '${text.slice(0, 60)}'.`);
}
