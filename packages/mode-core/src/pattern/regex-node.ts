import type { CharacterRanges } from './character-ranges.ts';

/** Position test that consumes nothing: `^`, `$`, `\b` or `\B`. */
export type PositionTest = 'start' | 'end' | 'boundary' | 'notBoundary';

/** A lookahead or lookbehind, identified by object identity. */
export interface LookNode {
  readonly kind: 'look';
  readonly behind: boolean;
  readonly negative: boolean;
  readonly body: RegexNode;
}

/** A pattern reduced to what a boolean test needs: without groups and without the greedy/lazy distinction. */
export type RegexNode =
  | LookNode
  | { readonly kind: 'characters'; readonly ranges: CharacterRanges }
  | { readonly kind: 'position'; readonly test: PositionTest }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly body: RegexNode; readonly min: number; readonly max: number };
