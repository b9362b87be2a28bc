import { readTextFile } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import { type Baseline, readBaseline } from '../check/baseline.ts';

/**
 * Loads the known findings from a file; undefined if no file is specified.
 *
 * @throws {AppError} exit code 2 when the file does not exist or is not a baseline.
 */
export async function loadBaseline(file: string | undefined): Promise<Baseline | undefined> {
  if (file === undefined) return undefined;
  const reading = await readTextFile(file);
  if (reading.state !== 'read') {
    const reason =
      reading.state === 'missing' ? 'it does not exist; use --write-baseline to create it' : reading.reason;
    throw new AppError(`The baseline ${file} could not be read: ${reason}.`);
  }
  const baseline = readBaseline(parseJson(reading.text));
  if (baseline !== undefined) return baseline;
  throw new AppError(`${file} is not a baseline: expected { "version": 1, "findings": […] }.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
