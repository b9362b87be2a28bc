import { AppError, readJsonSettings, type SettingsPath, type SettingsReading } from '@modegate/text-files/settings';
import { isNode, LineCounter, parseDocument } from 'yaml';

/**
 * Reads a configuration file as JSON or YAML, depending on the file name extension; an empty file contains no settings.
 *
 * @throws {AppError} exit code 2, with file and line, if the text cannot be parsed.
 */
export function readSettingsText(text: string, file: string): SettingsReading {
  const reading = /\.ya?ml$/.test(file) ? readYaml(text, file) : readJsonSettings(text, file);
  return { ...reading, value: reading.value ?? {} };
}

function readYaml(text: string, file: string): SettingsReading {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined)
    throw new AppError(`${file}:${showPlace(syntax.linePos?.[0])}: not valid YAML (${syntax.code}).`);
  const placeOf = (path: SettingsPath): string => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    const start = isNode(node) ? node.range?.[0] : undefined;
    return showPlace(start === undefined ? undefined : lines.linePos(start));
  };
  return { file, value: toValue(document, file), placeOf };
}

function showPlace({ line, col }: { readonly line: number; readonly col: number } = { line: 1, col: 1 }): string {
  return `${line}:${col}`;
}

/** The parser detects exponentially expanding aliases only when it creates the value. */
function toValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new AppError(`${file}:1: not usable YAML (${(cause as Error).message}).`, 2, cause);
  }
}
