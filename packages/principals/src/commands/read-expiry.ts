import { AppError } from '@modegate/cli-kit';

const unitMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** An ISO 8601 date, or a date with a time and a time zone. */
const datePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** The end of the year 9999, the last four-digit year in ISO 8601. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Reads an expiry time, given as a time span from now (such as `30d`), a date (midnight UTC), or a date and time (such
 * as `2027-01-31T12:00Z`); returns epoch milliseconds.
 *
 * @throws {AppError} exit code 2 if the text has none of these forms, or if the time is not in the future.
 */
export function readExpiry(text: string, nowMs: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const dateMs = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  const endMs = count === undefined ? dateMs : nowMs + Number(count) * (unitMs[unit] ?? 0);
  if (Number.isNaN(endMs))
    throw new AppError(
      `--expires must be a duration such as 12h, 30d or 8w, or a date such as 2027-01-31 or 2027-01-31T12:00Z, not '${text.slice(0, 60)}'.`,
    );
  if (endMs > nowMs && endMs <= LAST_MS) return endMs;
  throw new AppError(`'${text}' is not valid: --expires must be in the future and before the year 10000.`);
}
