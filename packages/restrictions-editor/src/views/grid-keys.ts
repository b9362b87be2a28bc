/** A cell's position by line and column, both counted from 0. */
export interface GridPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the cell that a key moves to; undefined for keys that are not used to move. Follows ARIA's grid pattern. */
export function nextPosition(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { line, column }: GridPosition,
  last: GridPosition,
): GridPosition | undefined {
  const moves: Readonly<Record<string, GridPosition>> = {
    ArrowUp: { line: Math.max(0, line - 1), column },
    ArrowDown: { line: Math.min(last.line, line + 1), column },
    ArrowLeft: { line, column: Math.max(0, column - 1) },
    ArrowRight: { line, column: Math.min(last.column, column + 1) },
    Home: { line: ctrlKey ? 0 : line, column: 0 },
    End: { line: ctrlKey ? last.line : line, column: last.column },
  };
  return Object.hasOwn(moves, key) ? moves[key] : undefined;
}
