import { type McpSchedule, weekdays } from '../modes/mode.ts';

/** A weekly time window expressed in numbers: days are numbered from Monday (0), and times are minutes of the day. */
export interface WeekWindow {
  readonly days: ReadonlySet<number>;
  readonly fromMinute: number;
  /** End of the window, up to 1440. If it is less than `fromMinute`, the window ends on the next day. */
  readonly toMinute: number;
}

export const minuteMs = 60_000;
export const dayMs = 86_400_000;
const minutesOfDay = 1440;

/** Returns the minute of the day for `HH:MM`, including `24:00`; undefined if the text is invalid. */
export function parseClock(text: unknown): number | undefined {
  const parts = typeof text === 'string' ? /^(\d\d):(\d\d)$/.exec(text) : null;
  if (parts === null) return undefined;
  const minute = Number(parts[1]) * 60 + Number(parts[2]);
  return Number(parts[2]) < 60 && minute <= minutesOfDay ? minute : undefined;
}

/** Converts a checked schedule entry to numbers. */
export function readWindow({ days, from, to }: McpSchedule): WeekWindow {
  return {
    days: new Set((days ?? weekdays).map((day) => weekdays.indexOf(day))),
    fromMinute: parseClock(from) ?? 0,
    toMinute: parseClock(to) ?? minutesOfDay,
  };
}

/** True if local time `wallMs` (milliseconds since 1970, as if the zone were UTC) is within the window. */
export function isWindowOpen({ days, fromMinute, toMinute }: WeekWindow, wallMs: number): boolean {
  const day = weekdayOf(wallMs);
  const minute = Math.floor((wallMs % dayMs) / minuteMs);
  if (fromMinute < toMinute) return days.has(day) && minute >= fromMinute && minute < toMinute;
  // A window that extends past midnight belongs to the day on which it starts.
  return (days.has(day) && minute >= fromMinute) || (days.has((day + 6) % 7) && minute < toMinute);
}

/** Returns the weekday of a local time, numbered from Monday (0). */
export function weekdayOf(wallMs: number): number {
  // 1 January 1970 was a Thursday.
  return (Math.floor(wallMs / dayMs) + 3) % 7;
}
