import { compileNamePattern } from '@modegate/mode-core/patterns';

/** Whether a name in a rule matches one name only. */
export function isLiteral(pattern: string): boolean {
  return !/[*?]/.test(pattern);
}

/** Whether a name in a rule matches every name that can be called; blank ones cannot. */
export function isUniversal(pattern: string): boolean {
  return /^\*+$/.test(pattern) || (/^\**\?\**$/.test(pattern) && pattern.includes('*'));
}

/** Whether a name in a rule matches a name. */
export function matchesName(pattern: string, name: string): boolean {
  return compileNamePattern(pattern)(name);
}

/** Whether a name can be called at all. */
export function isNamed(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

/** The order of names: by code unit, the same on every machine. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
