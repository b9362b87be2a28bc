/** A range of text; lines and columns start at 1, and columns are measured in UTF-16 units. */
export interface FindingLines {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One finding from the checker, as shown on a page. */
export interface FindingView {
  /** Identical for the same finding with the same fix. */
  readonly key: string;
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly location: FindingLines & { readonly file: string };
  readonly mode?: string | undefined;
  readonly fix?: { readonly description: string } | undefined;
}

/** The fields of a finding that are shown. */
export interface FindingSource extends Omit<FindingView, 'key'> {
  readonly fingerprint: string;
}

/** Reduces a finding to the fields that a page shows. */
export function viewFinding({ fingerprint, rule, severity, message, location, mode, fix }: FindingSource): FindingView {
  const { file, line, column, endLine, endColumn } = location;
  return {
    key: findingKey({ fingerprint, fix }),
    rule,
    severity,
    message,
    location: { file, line, column, endLine, endColumn },
    mode,
    fix: fix && { description: fix.description },
  };
}

/** Returns a key that is identical for the same finding with the same fix. */
export function findingKey({ fingerprint, fix }: Pick<FindingSource, 'fingerprint' | 'fix'>): string {
  return `${fingerprint} ${fix?.description ?? ''}`;
}
