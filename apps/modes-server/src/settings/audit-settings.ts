import { AppError, type Environment, expandPath, nonEmpty, readChoice } from '@modegate/cli-kit';
import { type AuditWriting, auditWritings, type Rotation, readRotation } from '@modegate/cli-kit/audit';
import type { SettingsFile } from './settings-schema.ts';

/** Command-line flags of the audit log. */
export interface AuditFlags {
  readonly auditLog?: string;
  readonly auditArguments?: boolean;
  readonly audit?: string;
  readonly auditRotate?: string;
  readonly auditKeep?: string;
}

/** Settings of the audit log. */
export interface AuditSettings {
  readonly file: string;
  readonly recordsArguments: boolean;
  readonly writing: AuditWriting;
  /** Undefined to never rotate the log. */
  readonly rotation: Rotation | undefined;
}

/**
 * Resolves the settings of the audit log; undefined without a log.
 *
 * @throws {AppError} exit code 2 for an invalid value, or if a guarantee is requested without a log.
 */
export function resolveAuditSettings(
  flags: AuditFlags,
  env: Environment,
  content: NonNullable<SettingsFile['audit']>,
): AuditSettings | undefined {
  const pick = (flag: string | undefined, variable: string, value: string | null | undefined) =>
    flag ?? nonEmpty(env[variable]) ?? value ?? undefined;
  const file = pick(flags.auditLog, 'MODEGATE_AUDIT_LOG', content.file);
  const writing = readChoice('--audit', auditWritings, pick(flags.audit, 'MODEGATE_AUDIT', content.write) ?? 'queue');
  const rotation = readAuditRotation(
    pick(flags.auditRotate, 'MODEGATE_AUDIT_ROTATE', content.rotate),
    pick(flags.auditKeep, 'MODEGATE_AUDIT_KEEP', content.keep?.toString()),
  );
  if (file !== undefined) {
    const recordsArguments = flags.auditArguments ?? content.arguments ?? false;
    return { file: expandPath(file), recordsArguments, writing, rotation };
  }
  if (writing !== 'queue') throw new AppError(`--audit ${writing} needs a file: add --audit-log <file>.`, 2);
  return undefined;
}

function readAuditRotation(rotate: string | undefined, keep: string | undefined): Rotation | undefined {
  if (rotate === undefined && keep === undefined) return undefined;
  if (rotate === undefined)
    throw new AppError(
      "--audit-keep requires --audit-rotate, for example 'daily' or '100M'. Without --audit-rotate, the log is never rotated.",
      2,
    );
  return { ...readRotation(rotate, '--audit-rotate'), keep: keep === undefined ? undefined : readKeep(keep) };
}

function readKeep(text: string): number {
  const files = Number(text);
  if (Number.isInteger(files) && files > 0 && files <= 100_000) return files;
  throw new AppError(`--audit-keep must be a whole number from 1 to 100000, not '${text.slice(0, 60)}'.`, 2);
}
