// Everything here is public API: add with care. Pages and pictures that show the permissions of modes, as HTML and SVG
// without scripts.
export type { Comparison, ProfileSentence } from './change-list.ts';
export { describePicture, drawMode } from './draw-mode.ts';
export { type Markup, markup, renderMarkup } from './markup.ts';
export {
  type CommandsPicture,
  type FileLimitPicture,
  type FileReach,
  type GroupPicture,
  type ModePicture,
  type PictureGroup,
  type PictureInput,
  type PictureState,
  pictureMode,
  type ServerPicture,
  type ToolPicture,
} from './mode-picture.ts';
export { modeSection } from './mode-section.ts';
export type { ProfileReport, ProfileReportCell, ProfileReportRow } from './profile-section.ts';
export { maxPictures, type PermissionReport, renderReport, reportStart } from './report-page.ts';
export { reportStyle } from './report-style.ts';
