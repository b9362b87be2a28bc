// Everything here is public API: add with care.

export { compileDisabledTool } from '../mcp/disabled-tool.ts';
export { compileNamePattern } from '../mcp/name-pattern.ts';
export { type CompiledPattern, compilePattern, type PatternFailure } from './compile-pattern.ts';
export type { KnownText } from './known-text.ts';
