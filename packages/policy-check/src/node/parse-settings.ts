import { nearestName } from '@modegate/nearest-name';
import { checkSettings, type SettingsProblem } from '@modegate/text-files/settings';
import { rules } from '../rules/index.ts';
import { readSettingsText } from './read-settings-text.ts';
import { type CheckSettingsFile, settingsSchema } from './settings-schema.ts';

/**
 * Parses a configuration file as JSON (with comments and trailing commas) or YAML, depending on the file name
 * extension.
 *
 * @throws {AppError} exit code 2, with one line for each problem, giving the file, line, key, what was expected and the
 * nearest fix.
 */
export function parseSettings(text: string, file: string): CheckSettingsFile {
  return checkSettings(readSettingsText(text, file), settingsSchema, unknownRules);
}

/** Finds unknown rules. Without this check, a rule whose name is misspelt would silently retain its setting. */
function unknownRules({ rules: given = {} }: CheckSettingsFile): readonly SettingsProblem[] {
  const known = rules.flatMap(({ id, name }) => [id, name]);
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      const hint = nearest === undefined ? '`modegate explain --list` lists all rules.' : `Did you mean '${nearest}'?`;
      return { path: ['rules', name], message: `unknown rule '${name}'. ${hint}` };
    });
}
