// Everything here is public API: add with care.
export { type ModesTextSource, parseModesText } from './parse-modes-text.ts';
