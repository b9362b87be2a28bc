// Everything here is public API: add with care. Views shared by the project page and the playground, without the
// editor.

export { type EditorStrings, englishStrings, StringsContext, useStrings, wordFor } from '../words/words.ts';
export { BrokenFiles } from './broken-files.tsx';
export { Button } from './button.tsx';
export { ChangeList, type ShownChange } from './change-list.tsx';
export { FindingList, type FindingListProps } from './finding-list.tsx';
export { GridView, type GridViewProps } from './grid-view.tsx';
export { maxFieldCharacters } from './max-field-characters.ts';
export { ModeOverview, WayList } from './mode-overview.tsx';
export { ModeSelect } from './mode-select.tsx';
export { Failure, Placeholder } from './notices.tsx';
export { readArguments } from './read-fields.ts';
export { Prose, ShownName, showName, showProse } from './shown-text.tsx';
export { StateMark } from './state-mark.tsx';
export {
  type AnswerState,
  errorMessage,
  type UseAnswerOptions,
  useAnswer,
} from './use-answer.ts';
export { WhyOnRequest, WhyView } from './why-view.tsx';
