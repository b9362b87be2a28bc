import { AppError, expandPath } from '@modegate/cli-kit';
import { auditLineSchema } from '@modegate/cli-kit/audit';
import * as z from 'zod';
import { findAuditFiles } from '../audit-report/audit-files.ts';
import { type AuditFilter, type AuditFilterFlags, compileAuditFilter } from '../audit-report/audit-filter.ts';
import { type AuditRecord, readAuditRecord } from '../audit-report/audit-record.ts';
import { followFile } from '../audit-report/follow-file.ts';
import { type RawLine, readFileLines } from '../audit-report/read-lines.ts';
import { showRecord, showSummary } from '../audit-report/show-summary.ts';
import { createSummariser } from '../audit-report/summarise.ts';
import { type Output, openOutput } from './output.ts';

/** Flags for `modes-server audit`. */
export interface AuditReportFlags extends AuditFilterFlags {
  readonly json?: boolean;
  readonly lines?: boolean;
  readonly follow?: boolean;
  readonly schema?: boolean;
}

/**
 * Summarises an audit log and its rotated files, lists its lines, or prints new lines until Ctrl-C is pressed. Returns
 * the exit code.
 *
 * @throws {AppError} exit code 1 if the log cannot be read, 2 for wrong usage.
 */
export async function audit(file: string | undefined, flags: AuditReportFlags): Promise<number> {
  const output = openOutput();
  if (flags.schema === true) {
    await output.write(JSON.stringify(z.toJSONSchema(auditLineSchema()), null, 2));
    return 0;
  }
  if (file === undefined) throw new AppError('Specify the audit log file, or set it with --audit-log.');
  const path = expandPath(file);
  const filter = compileAuditFilter(flags, Date.now());
  try {
    if (flags.follow === true) await follow(path, { flags, filter, output });
    else if (flags.lines === true) await list(readAll(findAuditFiles(path), output.signal), { flags, filter, output });
    else await sumUp(findAuditFiles(path), { flags, filter, output });
    return 0;
  } catch (error) {
    throw explain(path, error);
  }
}

interface Report {
  readonly flags: AuditReportFlags;
  readonly filter: AuditFilter;
  readonly output: Output;
}

async function sumUp(files: readonly string[], { flags, filter, output }: Report): Promise<void> {
  const summariser = createSummariser();
  for await (const line of readAll(files, output.signal)) {
    const record = line === undefined ? undefined : readAuditRecord(line);
    if (record === undefined) summariser.addBroken();
    else if (filter(record)) summariser.add(record);
  }
  const summary = summariser.finish();
  if (flags.json === true) return output.write(JSON.stringify(summary, null, 2));
  for (const line of showSummary(summary)) await output.write(line);
}

async function follow(file: string, report: Report): Promise<void> {
  const stop = (): void => report.output.stop();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const { signal } = report.output;
  // If `--since` is set, existing lines are shown too.
  const isFromNow = report.flags.since === undefined;
  if (!isFromNow)
    await list(
      readAll(
        findAuditFiles(file).filter((path) => path !== file),
        signal,
      ),
      report,
    );
  else findAuditFiles(file);
  await list(followFile(file, { from: isFromNow ? 'end' : 'start', signal }), report);
}

async function list(lines: AsyncIterable<RawLine>, { flags, filter, output }: Report): Promise<void> {
  const show = flags.json === true ? ({ text }: AuditRecord) => text : showRecord;
  for await (const line of lines) {
    if (output.signal.aborted) return;
    const record = line === undefined ? undefined : readAuditRecord(line);
    if (record !== undefined && filter(record)) await output.write(show(record));
  }
}

async function* readAll(files: readonly string[], signal: AbortSignal): AsyncGenerator<RawLine> {
  for (const file of files) {
    try {
      for await (const line of readFileLines(file)) {
        if (signal.aborted) return;
        yield line;
      }
    } catch (error) {
      // The file has been deleted since it was listed; rotation does this to the oldest file.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function explain(file: string, error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) return error;
  return new AppError(`The audit log ${file} could not be read: ${error.message}.`, 1, error);
}
