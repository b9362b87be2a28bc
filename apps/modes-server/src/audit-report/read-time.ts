import { AppError } from '@modegate/cli-kit';

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Parses a time such as `2026-11-22` or `2026-11-22T10:00Z`, or a duration before now such as `30m`, `2h`, `7d`;
 * returns epoch milliseconds.
 *
 * @throws {AppError} exit code 2 for any other text; the message contains the name of the flag.
 */
export function readTimeFlag(flag: string, text: string, nowMs: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return nowMs - Number(count) * (unitsMs[unit] ?? 0);
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new AppError(
    `${flag} must be a time such as 2026-11-22 or 2026-11-22T10:00Z, or an age such as 30m, 2h or 7d, not '${text.slice(0, 60)}'.`,
  );
}
