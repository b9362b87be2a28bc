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
  switch (key) {
    case 'ArrowUp':
      return { line: Math.max(0, line - 1), column };
    case 'ArrowDown':
      return { line: Math.min(last.line, line + 1), column };
    case 'ArrowLeft':
      return { line, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { line, column: Math.min(last.column, column + 1) };
    case 'Home':
      return { line: ctrlKey ? 0 : line, column: 0 };
    case 'End':
      return { line: ctrlKey ? last.line : line, column: last.column };
    default:
      return undefined;
  }
}
