import { createContext, useContext } from 'react';
import { englishStrings, type PageStrings } from './strings.ts';

/** The strings of everything below. Default: English. */
export const StringsContext = createContext<PageStrings>(englishStrings);

/** The strings in force. */
export function useStrings(): PageStrings {
  return useContext(StringsContext);
}
