/** @internal Position in a file; line and column start at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** @internal Value in a JSON or YAML file, with its position. */
export type FileValue =
  | { readonly kind: 'map'; readonly place: Place; readonly entries: ReadonlyMap<string, FileValueEntry> }
  | { readonly kind: 'list'; readonly place: Place; readonly items: readonly FileValue[] }
  | {
      readonly kind: 'scalar';
      readonly place: Place;
      readonly value: string | number | boolean | null;
      /** True if the value contains `{env:…}` or `{file:…}`, whose replacement is unknown. */
      readonly unsettled: boolean;
    };

/** @internal Entry of a map; the position of an entry is that of its key. */
export interface FileValueEntry {
  readonly place: Place;
  readonly value: FileValue;
  readonly unsettled: boolean;
}

/** @internal A fault in a file, described in the agent's own terms. */
export interface FileFault {
  readonly place: Place;
  /** Description of the value found and the value expected, without a full stop. */
  readonly what: string;
}

/** @internal Returns the value under a key in a map; undefined if the key is missing or the value is not a map. */
export function valueAt(value: FileValue | undefined, key: string): FileValue | undefined {
  return value?.kind === 'map' ? value.entries.get(key)?.value : undefined;
}

/** @internal True for a text with a substitution, which can become any value. */
export function isUnsettled(value: FileValue): boolean {
  return value.kind === 'scalar' && value.unsettled;
}

/** @internal Returns the entries of a map; none for any other value. */
export function entriesIn(value: FileValue | undefined): readonly (readonly [string, FileValueEntry])[] {
  return value?.kind === 'map' ? [...value.entries] : [];
}

/** @internal Returns the items of a list; none for any other value. */
export function itemsIn(value: FileValue | undefined): readonly FileValue[] {
  return value?.kind === 'list' ? value.items : [];
}

/** @internal Returns the text of a scalar; undefined for any other value. */
export function textAt(value: FileValue | undefined): string | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** @internal Returns the Boolean value of a scalar; undefined for any other value. */
export function flagAt(value: FileValue | undefined): boolean | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : undefined;
}

/** @internal Describes a value for use in a message, without revealing its contents. */
export function nameValue(value: FileValue): string {
  if (value.kind === 'map') return 'a map';
  if (value.kind === 'list') return 'a list';
  if (value.value === null) return 'null';
  if (typeof value.value === 'string' && value.value.length > 30) return 'a long text';
  return typeof value.value === 'string' ? JSON.stringify(value.value) : `the ${typeof value.value} ${value.value}`;
}
