import { isJsonObject } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import type { ReportProblem } from '../modes/mode-problem.ts';

/** The list of modes in a parsed file, or the reason why the file has no such list. */
export type ModeList =
  | { readonly list: readonly unknown[] }
  | {
      /** Reason why the file cannot be treated as having no modes: its modes may have been lost. */
      readonly unreadable: string;
      /** JSON pointer of the fault. */
      readonly pointer: string;
      /** True if the location for the modes is empty, so that nothing is lost if modes are written there. */
      readonly isVacant: boolean;
    };

/**
 * Finds the list under `customModes`. A file without this key is considered broken, because a crash or a full disk
 * leaves such files behind; `[]` means that there are no modes.
 */
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
  const message = `This file has no 'customModes' key.${hint === '' ? " Write 'customModes: []' for no modes." : hint}`;
  return unreadable(message, { isVacant: hint === '' && !('modes' in document) && !('slug' in document) });
}

/** Reports a fault found by {@link findModeList}. */
export function reportModeList(found: ModeList, report: ReportProblem): void {
  if ('unreadable' in found) report('ROOT_INVALID', { message: found.unreadable, pointer: found.pointer });
}

/**
 * Returns the name of the type of a value, never the value itself, because a file of another kind may contain anything.
 */
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
