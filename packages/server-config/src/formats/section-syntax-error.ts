/** Error for text that cannot be parsed. */
export class SectionSyntaxError extends Error {
  override readonly name = 'SectionSyntaxError';
  readonly line: number;
  readonly column: number;

  constructor(detail: string, { line, column }: { readonly line: number; readonly column: number }) {
    super(detail);
    this.line = line;
    this.column = column;
  }
}
