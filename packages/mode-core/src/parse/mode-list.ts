import { isJsonObject } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import type { ReportProblem } from '../modes/mode-problem.ts';

/** The list of modes of a parsed file, or why there is none. */
export type ModeList =
  | { readonly list: readonly unknown[] }
  | {
      /** The file cannot be taken for one without modes: it may have lost them. */
      readonly unreadable: string;
      /** JSON pointer of what is wrong. */
      readonly pointer: string;
      /** There is nothing where the modes would be, so writing some loses none. */
      readonly isVacant: boolean;
    };

/** Finds the list under `customModes`. A file without it is broken, because a crash or a full disk leaves such files; `[]` says that there are none. */
export function findModeList(document: unknown): ModeList {
  if (document === undefined || document === null)
    return unreadable("The file is empty. Write 'customModes: []' for no modes, or remove the file.", {
      isVacant: true,
    });
  if (!isJsonObject(document))
    return unreadable(`Expected a mapping with the key 'customModes', not ${nameType(document)}.`);
  const list = document.customModes;
  if (Array.isArray(list)) return { list };
  if (list === null)
    return unreadable("The key 'customModes' has no value. Write 'customModes: []' for no modes.", {
      pointer: '/customModes',
      isVacant: true,
    });
  if (list !== undefined)
    return unreadable(`Expected a list of modes under 'customModes', not ${nameType(list)}.`, {
      pointer: '/customModes',
    });
  const hint = didYouMean('customModes', Object.keys(document));
  const message = `No key 'customModes' in this file.${hint === '' ? " Write 'customModes: []' for no modes." : hint}`;
  return unreadable(message, { isVacant: hint === '' && !('modes' in document) && !('slug' in document) });
}

/** Reports what {@link findModeList} found wrong. */
export function reportModeList(found: ModeList, report: ReportProblem): void {
  if ('unreadable' in found) report('ROOT_INVALID', { message: found.unreadable, pointer: found.pointer });
}

/** The kind of a value in words. Never the value: a file of another kind may hold anything. */
export function nameType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`;
}

function unreadable(
  message: string,
  { pointer = '', isVacant = false }: { readonly pointer?: string; readonly isVacant?: boolean } = {},
): ModeList {
  return { unreadable: message, pointer, isVacant };
}
