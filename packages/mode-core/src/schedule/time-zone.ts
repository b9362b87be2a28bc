import { attempt } from '@modegate/json';
/** Local time in one zone, for times from 1973 to 9999. */
export interface TimeZone {
  /**
   * Returns the number of milliseconds by which local time is ahead of UTC at a time in epoch milliseconds; always a
   * whole number of minutes.
   */
  readonly offsetAt: (atMs: number) => number;
}

// There are about 600 names, so the cache is bounded. Creating a formatter takes 100 µs.
const zones = new Map<string, TimeZone>();

/**
 * Finds the zone with an IANA name, ignoring case; returns undefined if the runtime does not know the zone. An offset
 * such as `+01:00` is not a name.
 */
export function findTimeZone(name: string): TimeZone | undefined {
  if (!/^[a-z][\w+\-/]{0,63}$/i.test(name)) return undefined;
  const key = name.toLowerCase();
  const known = zones.get(key);
  if (known !== undefined) return known;
  const zone = createTimeZone(name);
  if (zone !== undefined) zones.set(key, zone);
  return zone;
}

const minuteMs = 60_000;

function createTimeZone(name: string): TimeZone | undefined {
  const format = createFormat(name);
  if (format === undefined) return undefined;
  let minute = Number.NaN;
  let offset = 0;
  return {
    // Clocks change at whole minutes, so one value is valid for a whole minute.
    offsetAt(atMs) {
      const asked = Math.floor(atMs / minuteMs);
      if (asked !== minute) {
        offset = readOffset(format, asked * minuteMs);
        minute = asked;
      }
      return offset;
    },
  };
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const options = { timeZone, hourCycle: 'h23', ...fields } as const;
  return attempt(() => new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', options));
}

function readOffset(format: Intl.DateTimeFormat, atMs: number): number {
  const fields = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value } of format.formatToParts(atMs)) if (type in fields) fields[type as 'year'] = Number(value);
  return Date.UTC(fields.year, fields.month - 1, fields.day, fields.hour, fields.minute) - atMs;
}
