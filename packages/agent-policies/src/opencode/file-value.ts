/** @internal Place in a file; both start at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** @internal Value of a JSON or YAML file with its place. */
export type FileValue =
  | { readonly kind: 'map'; readonly place: Place; readonly entries: ReadonlyMap<string, FileValueEntry> }
  | { readonly kind: 'list'; readonly place: Place; readonly items: readonly FileValue[] }
  | {
      readonly kind: 'scalar';
      readonly place: Place;
      readonly value: string | number | boolean | null;
      /** True if the value contains `{env:…}` or `{file:…}`, whose text is unknown. */
      readonly unsettled: boolean;
    };

/** @internal Entry of a map; its place is the place of its key. */
export interface FileValueEntry {
  readonly place: Place;
  readonly value: FileValue;
  readonly unsettled: boolean;
}

/** @internal A fault in a file, in the agent's own terms. */
export interface FileFault {
  readonly place: Place;
  /** Found and expected values, without a full stop. */
  readonly what: string;
}

/** @internal Returns the value under a key of a map; undefined if the key is missing or the value is not a map. */
export function valueAt(value: FileValue | undefined, key: string): FileValue | undefined {
  return value?.kind === 'map' ? value.entries.get(key)?.value : undefined;
}

/** @internal Returns the text of a scalar; undefined for anything else. */
export function textAt(value: FileValue | undefined): string | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** @internal Returns the truth value of a scalar; undefined for anything else. */
export function flagAt(value: FileValue | undefined): boolean | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : undefined;
}

/** @internal Names a value for a message, without its contents. */
export function nameValue(value: FileValue): string {
  if (value.kind === 'map') return 'a map';
  if (value.kind === 'list') return 'a list';
  if (value.value === null) return 'null';
  if (typeof value.value === 'string' && value.value.length > 30) return 'a long text';
  return typeof value.value === 'string' ? JSON.stringify(value.value) : `the ${typeof value.value} ${value.value}`;
}
