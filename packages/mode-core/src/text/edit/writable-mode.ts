import { isJsonObject } from '@modegate/json';
import { ModeError } from '../../modes/mode-error.ts';
import { parseModes } from '../../parse/parse-modes.ts';
import { isPlainObject } from '../../plain-object.ts';
import { compilePolicy } from '../../policy/compile-policy.ts';
import { show } from '../../show.ts';
import { maxDepth } from '../read/read-limits.ts';
import { setOwn } from '../read/text-node.ts';

/** A mode to write: the fields of a `ModeConfig`, and any other fields. A field that is `undefined` is removed. */
export type EditableMode = Readonly<Record<string, unknown>> & { readonly slug: string };

/**
 * Copies a mode as plain data, without `source`, which depends on the file.
 *
 * @throws {ModeError} MODE_INVALID if the mode is not a mapping or contains a value that cannot be written to a file.
 */
export function copyPlainMode(mode: EditableMode): EditableMode {
  const slug = isJsonObject(mode) && typeof mode.slug === 'string' ? mode.slug : '';
  return copyFields(mode, slug) as EditableMode;
}

/**
 * Checks that a mode may be written.
 *
 * @throws {ModeError} MODE_INVALID if a check of the loader or of the policy finds an error.
 */
export function requireWritableMode(mode: EditableMode): void {
  const parsed = parseModes({ customModes: [withoutUndefined(mode)] }, { source: 'project' });
  const { problems } = compilePolicy({ project: parsed, builtin: [] });
  // The modes that this mode extends are elsewhere in the file or in another file.
  const errors = problems
    .filter(({ severity, code }) => severity === 'error' && code !== 'EXTENDS_UNKNOWN' && code !== 'EXTENDS_CYCLE')
    .map(({ message }) => message);
  if (errors.length > 0) throw refuseMode(String(mode.slug), errors);
}

/** Returns the fields of a mode that have a value. */
export function withoutUndefined(mode: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(mode)) if (value !== undefined) setOwn(kept, key, value);
  return kept;
}

function copyFields(mode: unknown, slug: string): Readonly<Record<string, unknown>> {
  if (!isJsonObject(mode)) throw refuseMode(slug, [`Expected a mode, not ${show(mode)}.`]);
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(mode)) {
    if (key === 'source') continue;
    setOwn(copy, key, value === undefined ? undefined : copyPlain(value, { slug, key, depth: 0 }));
  }
  return copy;
}

interface CopyPlace {
  readonly slug: string;
  readonly key: string;
  readonly depth: number;
}

function copyPlain(value: unknown, place: CopyPlace): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // JSON has no negative zero.
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
  const deeper = { ...place, depth: place.depth + 1 };
  // This limit is well below the parser's limit, because the parser counts more levels than there are brackets.
  const isPlain = typeof value === 'object' && deeper.depth <= maxDepth / 8;
  if (isPlain && Array.isArray(value)) return value.map((item) => copyPlain(item, deeper));
  if (!isPlain || !isPlainObject(value))
    throw refuseMode(place.slug, [
      `Field '${place.key}' contains a value that a modes file cannot represent: ${show(value)}.`,
    ]);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) if (item !== undefined) setOwn(copy, key, copyPlain(item, deeper));
  return copy;
}

function refuseMode(slug: string, problems: readonly string[]): ModeError {
  return new ModeError('MODE_INVALID', `Mode '${slug}' cannot be written: ${problems.join(' ')}`, {
    data: { slug, problems },
  });
}
