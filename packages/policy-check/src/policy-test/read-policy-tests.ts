import { isJsonObject, jsonPointer } from '@modegate/json';
import { parseModesText } from '@modegate/mode-core/text';
import { listEntryFaults } from './check-entry.ts';
import { listProfileEntryFaults } from './check-profile-entry.ts';
import { expandEntry } from './expand-entry.ts';
import { expandProfileEntry } from './expand-profile-entry.ts';
import type {
  PolicyTestCase,
  PolicyTestFile,
  PolicyTestPosition,
  PolicyTestProblem,
  ProfileTestCase,
} from './policy-test-case.ts';

// Lists under several keys multiply the number of cases; a file that produces more cases than this is a mistake.
const maxCases = 20_000;

/**
 * Reads the text of a `*.modes-test.yaml` file (YAML or JSON): a list under `tests`, each entry with `mode` or
 * `profile`, `expect` and a call. Never throws; anything that cannot be understood becomes a problem with its location,
 * so that no misspelt expectation passes unnoticed.
 */
export function readPolicyTests(text: string, { file }: { readonly file: string }): PolicyTestFile {
  const reading = parseModesText(text, { source: 'project', file });
  const place = (pointer: string): PolicyTestPosition => {
    const position = reading.locate?.(pointer);
    return { file, line: position?.line ?? 1, column: position?.column ?? 1, pointer };
  };
  // If there are no locations, the text could not be parsed; text without modes is valid in this context.
  if (reading.locate === undefined && reading.unreadable !== undefined) {
    const [problem] = reading.problems;
    const { line = 1, column = 1 } = problem ?? {};
    return { file, ...none, problems: [{ file, line, column, pointer: '', message: reading.unreadable }] };
  }
  const problems: PolicyTestProblem[] = [];
  const report = (pointer: string, message: string) => problems.push({ ...place(pointer), message });
  for (const { code, message, pointer } of reading.problems) if (code === 'DUPLICATE_KEY') report(pointer, message);
  return { file, ...readDocument(reading.document, { place, report }), problems };
}

/** Collects the cases and problems of a file. */
interface TestReading {
  readonly place: (pointer: string) => PolicyTestPosition;
  readonly report: (pointer: string, message: string) => void;
}

type Cases = Pick<PolicyTestFile, 'cases' | 'profileCases'>;

const none: Cases = { cases: [], profileCases: [] };

function readDocument(document: unknown, reading: TestReading): Cases {
  const { report } = reading;
  if (!isJsonObject(document)) {
    report('', "Expected a mapping whose key 'tests' contains a list of expectations.");
    return none;
  }
  for (const key of Object.keys(document))
    if (key !== 'tests' && key !== 'description')
      report(jsonPointer(key), `Unknown key '${key}'. Known keys: tests, description.`);
  const { tests } = document;
  if (!Array.isArray(tests) || tests.length === 0) {
    report('/tests', "'tests' must contain a list with at least one expectation.");
    return none;
  }
  return collectCases(tests, reading);
}

function collectCases(tests: readonly unknown[], { place: placeOf, report }: TestReading): Cases {
  const [cases, profileCases]: [PolicyTestCase[], ProfileTestCase[]] = [[], []];
  for (const [index, entry] of tests.entries()) {
    const pointer = `/tests/${index}`;
    const place = placeOf(pointer);
    const isOfProfile = isJsonObject(entry) && entry.profile !== undefined;
    const faults = isOfProfile ? listProfileEntryFaults(entry) : listEntryFaults(entry);
    for (const fault of faults) report(`${pointer}${fault.pointer}`, fault.message);
    if (faults.length > 0 || !isJsonObject(entry)) continue;
    const left = maxCases - cases.length - profileCases.length;
    const isWhole = isOfProfile
      ? append(profileCases, expandProfileEntry(entry, place), left)
      : append(cases, expandEntry(entry, place), left);
    if (isWhole) continue;
    report(pointer, `The file has more than ${maxCases} cases. Split the file, or shorten its lists.`);
    break;
  }
  return { cases, profileCases };
}

/** Appends as many cases as the limit permits; returns false if more cases remain. */
function append<Case>(cases: Case[], more: Iterable<Case>, limit: number): boolean {
  let left = limit;
  for (const one of more) {
    if (left === 0) return false;
    cases.push(one);
    left -= 1;
  }
  return true;
}
