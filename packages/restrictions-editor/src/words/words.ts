import { createContext, useContext } from 'react';
import { editorWords } from './editor-words.ts';
import { pageWords } from './page-words.ts';
import { viewWords } from './view-words.ts';

/** Every string for the editor and the pages around it, in English, except messages from `decide` and the checker. */
export const englishStrings = { ...viewWords, ...editorWords, ...pageWords };

/** The table of strings; a translation is another value of this type. */
export type EditorStrings = typeof englishStrings;

/** Strings for all components below the provider. Default: English. */
export const StringsContext = createContext<EditorStrings>(englishStrings);

/** Returns the word for a key that may come from a file, or the key itself if the table has no word for it. */
export function wordFor(words: Readonly<Record<string, string>>, key: string): string {
  return (Object.hasOwn(words, key) ? words[key] : undefined) ?? key;
}

/** Returns the strings from the nearest {@link StringsContext}. */
export function useStrings(): EditorStrings {
  return useContext(StringsContext);
}
