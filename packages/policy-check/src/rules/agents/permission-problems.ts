import type { TextPosition } from '@modegate/json';
import type { FoundProblem } from '../../source/finding.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/**
 * Yields the faults reported by one rule as problems with locations; without a rule name, yields the faults in the
 * files themselves.
 */
export function* permissionProblems(
  { permissionFaults, source }: Workspace,
  rule: string | undefined,
): Generator<FoundProblem> {
  const locationOf = (place: TextPosition & { readonly file: string }) => source(place.file).locateLine(place, '');
  for (const fault of permissionFaults) {
    if (fault.rule !== rule) continue;
    const { message, severity, related = [], fix, file } = fault;
    const others = related.map((place) => ({ message: place.message, location: locationOf(place) }));
    const edits = fix?.edits.map((edit) => ({ file, ...edit })) ?? [];
    yield { message, severity, location: locationOf(fault), related: others, fix: fix && { ...fix, edits } };
  }
}
