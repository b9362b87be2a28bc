import { nearestName } from '@modegate/nearest-name';
import { rules } from '@modegate/policy-check';
import {
  AppError,
  checkSettings,
  readJsonSettings,
  type SettingsPath,
  type SettingsProblem,
  type SettingsReading,
} from '@modegate/program-shell';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { type SettingsFile, settingsSchema } from './settings-schema.ts';

/**
 * Parses a configuration file, JSON (comments and trailing commas are accepted) or YAML by the end of its name.
 *
 * @throws {AppError} exit code 2, with one line for each problem: file, line, key, what was expected and the nearest fix.
 */
export function parseSettings(text: string, file: string): SettingsFile {
  const reading = /\.ya?ml$/.test(file) ? readYaml(text, file) : readJsonSettings(text, file);
  return checkSettings({ ...reading, value: reading.value ?? {} }, settingsSchema, unknownRules);
}

function readYaml(text: string, file: string): SettingsReading {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined)
    throw new AppError(`${file}:${syntax.linePos?.[0].line ?? 1}: not valid YAML (${syntax.code}).`);
  const lineOf = (path: SettingsPath): number => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    const start = isNode(node) ? node.range?.[0] : undefined;
    return start === undefined ? 1 : lines.linePos(start).line;
  };
  return { file, value: toValue(document, file), lineOf };
}

/** Aliases that multiply without end are refused by the parser only when the value is made. */
function toValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new AppError(`${file}:1: not usable YAML (${(cause as Error).message}).`, 2, cause);
  }
}

/** A misspelt rule would stay as it is, silently. */
function unknownRules({ rules: given = {} }: SettingsFile): readonly SettingsProblem[] {
  const known = rules.flatMap(({ id, name }) => [id, name]);
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      const hint = nearest === undefined ? '`modegate explain --list` lists them.' : `Did you mean '${nearest}'?`;
      return { path: ['rules', name], message: `unknown rule '${name}'. ${hint}` };
    });
}
