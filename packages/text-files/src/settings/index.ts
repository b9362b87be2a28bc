// Everything here is public API: add with care.
export { AppError } from './app-error.ts';
export {
  checkSettings,
  readJsonSettings,
  type SettingsPath,
  type SettingsProblem,
  type SettingsReading,
} from './settings-text.ts';
