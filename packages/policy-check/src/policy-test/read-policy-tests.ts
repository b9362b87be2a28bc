import { isJsonObject, jsonPointer } from '@modegate/json';
import { parseModesText } from '@modegate/mode-core/text';
import { listEntryFaults } from './check-entry.ts';
import { expandEntry } from './expand-entry.ts';
import type { PolicyTestCase, PolicyTestFile, PolicyTestPosition, PolicyTestProblem } from './policy-test-case.ts';

// Lists for several keys multiply; a file with more cases than this is a mistake.
const maxCases = 20_000;

/**
 * Reads the text of a `*.modes-test.yaml` (YAML or JSON): a list under `tests`, each entry with `mode`, `expect: allow
 * | ask | deny` and a call (`tool`, `file`, `params`, or `command`, or `server` with `tool`; without `tool`, the
 * server's resources). Never throws; anything that cannot be understood is a problem with its location, so that no misspelt expectation passes
 * unnoticed.
 */
export function readPolicyTests(text: string, { file }: { readonly file: string }): PolicyTestFile {
  const reading = parseModesText(text, { source: 'project', file });
  const place = (pointer: string): PolicyTestPosition => {
    const position = reading.locate?.(pointer);
    return { file, line: position?.line ?? 1, column: position?.column ?? 1, pointer };
  };
  // Without locations, the text could not be parsed; a text without modes is correct here.
  if (reading.locate === undefined && reading.unreadable !== undefined) {
    const [problem] = reading.problems;
    const { line = 1, column = 1 } = problem ?? {};
    return { file, cases: [], problems: [{ file, line, column, pointer: '', message: reading.unreadable }] };
  }
  const duplicates = reading.problems.filter(({ code }) => code === 'DUPLICATE_KEY');
  const problems = duplicates.map(({ message, pointer }): PolicyTestProblem => ({ ...place(pointer), message }));
  const cases = readDocument(reading.document, { place, problems });
  return { file, cases, problems };
}

/** Collects the cases and problems of a file. */
interface TestReading {
  readonly place: (pointer: string) => PolicyTestPosition;
  readonly problems: PolicyTestProblem[];
}

function readDocument(document: unknown, reading: TestReading): readonly PolicyTestCase[] {
  const report = (pointer: string, message: string) => reading.problems.push({ ...reading.place(pointer), message });
  if (!isJsonObject(document)) {
    report('', "Expected a mapping with the key 'tests', a list of expectations.");
    return [];
  }
  for (const key of Object.keys(document))
    if (key !== 'tests' && key !== 'description')
      report(jsonPointer(key), `Unknown key '${key}'. Known keys: tests, description.`);
  const { tests } = document;
  if (!Array.isArray(tests) || tests.length === 0) {
    report('/tests', "Expected a list of expectations under 'tests', with at least one entry.");
    return [];
  }
  return collectCases(tests, reading);
}

function collectCases(tests: readonly unknown[], reading: TestReading): readonly PolicyTestCase[] {
  const cases: PolicyTestCase[] = [];
  for (const [index, entry] of tests.entries()) {
    const pointer = `/tests/${index}`;
    const faults = listEntryFaults(entry);
    for (const fault of faults)
      reading.problems.push({ ...reading.place(`${pointer}${fault.pointer}`), message: fault.message });
    if (faults.length > 0 || !isJsonObject(entry)) continue;
    for (const found of expandEntry(entry, reading.place(pointer))) {
      if (cases.length < maxCases) cases.push(found);
      else {
        reading.problems.push({
          ...reading.place(pointer),
          message: `The file has more than ${maxCases} cases. Split it, or shorten its lists.`,
        });
        return cases;
      }
    }
  }
  return cases;
}
