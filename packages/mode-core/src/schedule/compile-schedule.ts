import type { McpSchedule } from '../modes/mode.ts';
import { describeSchedule, describeTime } from './describe-schedule.ts';
import { findTimeZone } from './time-zone.ts';
import { readWindow } from './week-window.ts';
import { findWindowChange, isAnyOpen, type ZonedWindow } from './window-change.ts';

/** A compiled schedule; times are epoch milliseconds. */
export interface CompiledSchedule {
  readonly isOpen: (atMs: number) => boolean;
  /**
   * Returns the next time at which the schedule starts or stops allowing access; undefined if neither happens within a
   * fortnight.
   */
  readonly nextChange: (atMs: number) => number | undefined;
  /** Description such as `Monday to Friday, 09:00 to 17:30 (Europe/Berlin)`. */
  readonly words: string;
  /** Formats a time in the schedule's time zone, such as `Monday 2026-11-23 at 09:00 (Europe/Berlin)`. */
  readonly showTime: (atMs: number) => string;
}

/**
 * Compiles a checked schedule, which consists of one or more entries, at least one of which must apply at a given time.
 * Returns undefined if a time zone is unknown.
 */
export function compileSchedule(given: McpSchedule | readonly McpSchedule[]): CompiledSchedule | undefined {
  const entries = Array.isArray(given) ? (given as readonly McpSchedule[]) : [given as McpSchedule];
  const windows = entries.flatMap((entry): ZonedWindow[] => {
    const zone = findTimeZone(entry.timeZone);
    return zone === undefined ? [] : [{ zone, window: readWindow(entry) }];
  });
  const [first] = entries;
  const [{ zone } = {}] = windows;
  if (first === undefined || zone === undefined || windows.length < entries.length) return undefined;
  return {
    isOpen: (atMs) => isAnyOpen(windows, atMs),
    nextChange: rememberChange((atMs) => findWindowChange(windows, atMs)),
    words: describeSchedule(entries),
    showTime: (atMs) => describeTime(atMs + zone.offsetAt(atMs), first.timeZone),
  };
}

/** Caches the next change until it occurs, because every refusal until then mentions it. */
function rememberChange(find: (atMs: number) => number | undefined): (atMs: number) => number | undefined {
  let since = 0;
  let change: number | undefined;
  return (atMs) => {
    if (change !== undefined && atMs >= since && atMs < change) return change;
    since = atMs;
    change = find(atMs);
    return change;
  };
}
