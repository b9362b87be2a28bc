import { isJsonObject } from '@modegate/json';
import { compilePattern } from '@modegate/mode-core/patterns';
import { readRegexShape } from '../regex/regex-shape.ts';
import { writtenGroups } from './mode-groups.ts';
import type { CheckedMode, FileLimitEntry } from './workspace.ts';

/** Lists every file restriction in the given modes. A pattern shared by several restrictions is compiled once. */
export function listFileLimits(modes: readonly CheckedMode[]): readonly FileLimitEntry[] {
  const patterns = new Map<string, Pick<FileLimitEntry, 'compiled' | 'shape'>>();
  return modes.flatMap((mode) => limitsOf(mode, patterns));
}

function limitsOf(
  mode: CheckedMode,
  patterns: Map<string, Pick<FileLimitEntry, 'compiled' | 'shape'>>,
): readonly FileLimitEntry[] {
  return writtenGroups(mode).flatMap((entry, index) => {
    const [group, options]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const pattern = isJsonObject(options) ? options.fileRegex : undefined;
    if (typeof group !== 'string' || typeof pattern !== 'string') return [];
    const read = patterns.get(pattern) ?? readPattern(pattern);
    patterns.set(pattern, read);
    return [{ mode, group, pattern, pointer: `${mode.pointer}/groups/${index}/1/fileRegex`, ...read }];
  });
}

function readPattern(pattern: string): Pick<FileLimitEntry, 'compiled' | 'shape'> {
  const compiled = compilePattern(pattern);
  return { compiled, shape: compiled.ok ? readRegexShape(pattern) : [] };
}
