import { createContext, useContext } from 'react';
import { type EditorStrings, englishStrings } from './strings.ts';

/** The strings of everything below. Default: English. */
export const StringsContext = createContext<EditorStrings>(englishStrings);

/** The strings in force. */
export function useStrings(): EditorStrings {
  return useContext(StringsContext);
}
