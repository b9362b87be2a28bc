import { compileNamePattern } from '@modegate/mode-core/patterns';

/** True if a name in a rule matches only one name. */
export function isLiteral(pattern: string): boolean {
  return !/[*?]/.test(pattern);
}

/** True if a name in a rule matches every name that can be called; blank names cannot be called. */
export function isUniversal(pattern: string): boolean {
  return /^\*+$/.test(pattern) || (/^\**\?\**$/.test(pattern) && pattern.includes('*'));
}

/** True if a name in a rule matches a given name. */
export function matchesName(pattern: string, name: string): boolean {
  return compileNamePattern(pattern)(name);
}

/** True if a name can be called at all. */
export function isNamed(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

/** Compares names by code unit, so the order is the same on every machine. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
