import { type DecisionState, isWider } from './decision-state.ts';
import type { CommandPart } from './explain-call.ts';

/**
 * A piece of a command; `outcome` is the strictest outcome of the parts that contain the piece, or undefined if no part
 * contains it.
 */
export interface MarkedPiece {
  /** Offset in the command. */
  readonly start: number;
  readonly text: string;
  readonly outcome: DecisionState | undefined;
}

/** Divides a command at the boundaries of its parts. Omits parts whose text is not contiguous. */
export function markParts(command: string, parts: readonly CommandPart[]): readonly MarkedPiece[] {
  const ranges = parts
    .filter(({ text, position }) => command.startsWith(text, position))
    .map(({ text, position, outcome }) => ({ start: position, end: position + text.length, outcome }));
  const ends = new Set([0, command.length, ...ranges.flatMap(({ start, end }) => [start, end])]);
  const places = [...ends].toSorted((one, other) => one - other);
  return places.slice(0, -1).map((start, index) => ({
    start,
    text: command.slice(start, places[index + 1]),
    outcome: strictest(ranges.filter((range) => range.start <= start && start < range.end)),
  }));
}

function strictest(ranges: readonly { readonly outcome: DecisionState }[]): DecisionState | undefined {
  const [first, ...others] = ranges.map(({ outcome }) => outcome);
  return others.reduce(
    (strict, outcome) => (strict !== undefined && isWider(strict, [outcome]) ? outcome : strict),
    first,
  );
}
