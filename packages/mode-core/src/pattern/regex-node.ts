import type { CharacterRanges } from './character-ranges.ts';

/** A position test that consumes nothing: `^`, `$`, `\b` and `\B`. */
export type PositionTest = 'start' | 'end' | 'boundary' | 'notBoundary';

/** A lookahead or lookbehind; its object identity names it. */
export interface LookNode {
  readonly kind: 'look';
  readonly behind: boolean;
  readonly negative: boolean;
  readonly body: RegexNode;
}

/** What a boolean test needs of a pattern: groups are gone, and greedy and lazy are the same. */
export type RegexNode =
  | LookNode
  | { readonly kind: 'characters'; readonly ranges: CharacterRanges }
  | { readonly kind: 'position'; readonly test: PositionTest }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly body: RegexNode; readonly min: number; readonly max: number };
