import type { FoundProblem } from '../../source/finding.ts';
import { createSourceText } from '../../source/source-text.ts';
import type { PermissionFault } from '../../workspace/workspace.ts';

/** The faults of one rule as problems with places; without a name, those of the files themselves. */
export function* permissionProblems(
  faults: readonly PermissionFault[],
  rule: string | undefined,
): Generator<FoundProblem> {
  for (const fault of faults) {
    if (fault.rule !== rule) continue;
    const { message, severity, related = [], fix, file } = fault;
    const others = related.map((place) => ({ message: place.message, location: locationOf(place) }));
    const edits = fix?.edits.map((edit) => ({ file, ...edit })) ?? [];
    yield { message, severity, location: locationOf(fault), related: others, fix: fix && { ...fix, edits } };
  }
}

function locationOf({ file, text, line, column }: Pick<PermissionFault, 'file' | 'text' | 'line' | 'column'>) {
  return createSourceText({ file, text }).locateLine({ line, column }, '');
}
