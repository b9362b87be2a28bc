import { shown } from './shown.ts';

/** Returns a name in a form that disregards case and separators. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

/** True if two names are equal except for case, separators, or one letter added, missing, replaced or swapped. */
export function isTypingSlip(a: string, b: string): boolean {
  const left = foldName(a);
  const right = foldName(b);
  if (left === right) return true;
  if (Math.abs(left.length - right.length) > 1 || Math.min(left.length, right.length) < 4) return false;
  let from = 0;
  while (from < left.length && left[from] === right[from]) from++;
  const restLeft = left.slice(from);
  const restRight = right.slice(from);
  return (
    restLeft.slice(1) === restRight ||
    restLeft === restRight.slice(1) ||
    restLeft.slice(1) === restRight.slice(1) ||
    (restLeft[0] === restRight[1] && restLeft[1] === restRight[0] && restLeft.slice(2) === restRight.slice(2))
  );
}

// Maximum number of names to compare; finding the nearest among many more would take too long for a mere hint.
const maxCompared = 200;

/** Returns the names that are worth comparing with a misspelt one. */
export function comparable(names: readonly string[]): readonly string[] {
  return names.slice(0, maxCompared);
}

/** Sentence that asks whether the nearest name was meant, or another sentence if there is none. */
export function suggestName(nearest: string | undefined, otherwise: string): string {
  return nearest === undefined ? otherwise : `Did you mean ${shown(nearest)}?`;
}
