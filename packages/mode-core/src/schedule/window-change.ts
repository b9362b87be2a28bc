import type { TimeZone } from './time-zone.ts';
import { dayMs, isWindowOpen, minuteMs, type WeekWindow } from './week-window.ts';

/** A window with its time zone. */
export interface ZonedWindow {
  readonly zone: TimeZone;
  readonly window: WeekWindow;
}

/** True if a time in epoch milliseconds is within at least one of the windows. */
export function isAnyOpen(windows: readonly ZonedWindow[], atMs: number): boolean {
  return windows.some(({ zone, window }) => isWindowOpen(window, atMs + zone.offsetAt(atMs)));
}

// If a clock change skips a weekly window, the window starts again within a fortnight.
const horizonMs = 15 * dayMs;
// Clocks never change twice within this time.
const strideMs = dayMs / 4;

/**
 * Returns the first time after `atMs` at which the windows start or end, within a fortnight; undefined if there is no
 * such time.
 */
export function findWindowChange(windows: readonly ZonedWindow[], atMs: number): number | undefined {
  const isOpen = isAnyOpen(windows, atMs);
  const lengthMs = 2 * dayMs;
  // Searches in steps of two days, because the first step nearly always contains a change.
  for (let start = atMs; start < atMs + horizonMs; start += lengthMs) {
    const edges = windows.flatMap((window) => listEdges(window, start, start + lengthMs));
    const change = edges.toSorted((a, b) => a - b).find((edge) => edge > atMs && isAnyOpen(windows, edge) !== isOpen);
    if (change !== undefined) return change;
  }
  return undefined;
}

/**
 * Lists every time from `start` up to, but not including, `end` at which the window may start or end: its edges, and
 * clock changes.
 */
function listEdges({ zone, window }: ZonedWindow, start: number, end: number): readonly number[] {
  const edges: number[] = [];
  for (const stretch of splitByOffset(zone, start, end)) {
    edges.push(stretch.start);
    const offset = zone.offsetAt(stretch.start);
    const firstDay = Math.floor((stretch.start + offset) / dayMs) * dayMs;
    for (let day = firstDay; day - offset < stretch.end; day += dayMs) {
      for (const minute of [window.fromMinute, window.toMinute]) {
        const edge = day + minute * minuteMs - offset;
        if (edge >= stretch.start && edge < stretch.end) edges.push(edge);
      }
    }
  }
  return edges;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Splits the period from `start` to `end` at the points where the zone's offset changes. */
function splitByOffset(zone: TimeZone, start: number, end: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let stretchStart = start;
  for (let at = start; at < end; at += strideMs) {
    const next = Math.min(at + strideMs, end);
    if (zone.offsetAt(at) === zone.offsetAt(next)) continue;
    const change = findOffsetChange(zone, at, next);
    stretches.push({ start: stretchStart, end: change });
    stretchStart = change;
  }
  return [...stretches, { start: stretchStart, end }];
}

/** Finds the minute between two times at which the offset changes to that of the second time. */
function findOffsetChange(zone: TimeZone, before: number, after: number): number {
  const offset = zone.offsetAt(before);
  let low = Math.floor(before / minuteMs);
  let high = Math.ceil(after / minuteMs);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetAt(middle * minuteMs) === offset) low = middle;
    else high = middle;
  }
  return high * minuteMs;
}
