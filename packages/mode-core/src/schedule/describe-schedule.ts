import { type McpSchedule, weekdays } from '../modes/mode.ts';
import { joinWords } from '../show.ts';
import { minuteMs, parseClock, weekdayOf } from './week-window.ts';

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

// A sentence lists at most this many time spans; readers can find the remaining spans in the file.
const maxNamed = 4;

/** Describes a checked schedule, such as `Monday to Friday, 09:00 to 17:30 (Europe/Berlin)`. */
export function describeSchedule(entries: readonly McpSchedule[]): string {
  const named = entries.slice(0, maxNamed).map(describeEntry).join('; or ');
  return entries.length > maxNamed ? `${named}; or in ${entries.length - maxNamed} other time windows` : named;
}

/** Describes a local time, such as `Monday 2026-11-23 at 09:00 (Europe/Berlin)`. */
export function describeTime(wallMs: number, timeZone: string): string {
  const [date = '', clock = ''] = new Date(Math.floor(wallMs / minuteMs) * minuteMs).toISOString().split('T');
  return `${dayNames[weekdayOf(wallMs)] ?? ''} ${date} at ${clock.slice(0, 5)} (${timeZone})`;
}

function describeEntry({ days, from, to, timeZone }: McpSchedule): string {
  const when = [
    ...(days === undefined ? [] : [describeDays(days)]),
    ...(from === undefined || to === undefined ? [] : [describeTimes(from, to)]),
  ];
  return `${days === undefined ? 'daily ' : ''}${when.join(', ')} (${timeZone})`;
}

function describeTimes(from: string, to: string): string {
  const isOvernight = (parseClock(to) ?? 0) <= (parseClock(from) ?? 0);
  return `${from} to ${to}${isOvernight ? ' of the next day' : ''}`;
}

/** Describes days: runs of three or more days become `Monday to Friday`; other days are listed individually. */
function describeDays(days: readonly string[]): string {
  const held = weekdays.map((day) => days.includes(day));
  const words: string[] = [];
  for (let first = 0; first < held.length; first++) {
    if (held[first] !== true) continue;
    const gap = held.indexOf(false, first);
    const last = (gap < 0 ? held.length : gap) - 1;
    const names = dayNames.slice(first, last + 1);
    if (names.length > 2) words.push(`${names[0] ?? ''} to ${names.at(-1) ?? ''}`);
    else words.push(...names);
    first = last;
  }
  return joinWords(words, 'and');
}
