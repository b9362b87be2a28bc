import type { AgentCircumstances } from '@modegate/agent-policies';
import { AppError } from '@modegate/cli-kit';
import type { JsonObject } from '@modegate/json';
import { platforms, trustValues } from './agent-circumstances.ts';

/**
 * Checks the circumstances of a call that was read from a file. Treats a `null` value as missing.
 *
 * @throws {AppError} exit code 2 with the valid names and values.
 */
export function checkCircumstances(given: JsonObject): AgentCircumstances {
  const entries = Object.entries(given).filter(([, value]) => value !== null);
  for (const [name, value] of entries) checkCircumstance(name, value);
  return Object.fromEntries(entries) as AgentCircumstances;
}

function checkCircumstance(name: string, value: unknown): void {
  const expected = Object.hasOwn(circumstanceValues, name) ? circumstanceValues[name] : undefined;
  if (expected === undefined)
    throw new AppError(`Unknown circumstance '${name}'. Known: ${Object.keys(circumstanceValues).join(', ')}.`);
  const isRight = typeof expected === 'string' ? typeof value === expected : expected.some((one) => one === value);
  if (isRight) return;
  const wanted = typeof expected === 'string' ? `a ${expected}` : `one of ${expected.join(', ')}`;
  throw new AppError(`The circumstance '${name}' must be ${wanted}.`);
}

/** Type of each circumstance, or its permitted values. */
const circumstanceValues: Readonly<Record<string, 'string' | 'boolean' | readonly string[]>> = {
  permissionMode: 'string',
  trust: trustValues,
  headless: 'boolean',
  cwd: 'string',
  platform: platforms,
  version: 'string',
  flags: 'string',
  calledBy: 'string',
};
