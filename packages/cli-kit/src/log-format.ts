import { nearestName } from '@modegate/nearest-name';
import { AppError } from '@modegate/text-files/settings';
import { type LogFields, type LogRecord, logFields } from './log-fields.ts';

/** Formats one record as a line. */
export type LogFormat = (record: LogRecord) => string;

/** A placeholder in Python's `%` style, the escape `%%`, or a stray `%`. */
const PLACEHOLDER = /%(?:\((?<key>[^)]*)\)(?<flags>[-+ 0#]*)(?<width>\d*)(?:\.(?<digits>\d+))?(?<type>[a-z%]?)|.|$)/giu;

const NUMBERS = 'diuoxXeEfFgG';
const MAX_WIDTH = 1000;

/**
 * Reads a format for Python's `logging`: `%(name)s`, with flags, width and precision as in `%(levelname)-8s` and
 * `%(msecs)03d`; `%%` stands for `%`.
 *
 * @throws {AppError} exit code 2 for problems found by {@link logFormatProblem}.
 */
export function readLogFormat(format: string): LogFormat {
  const problem = logFormatProblem(format);
  if (problem !== undefined) throw new AppError(`The log format ${problem}`);
  const parts = [...splitFormat(format)].map(compilePart);
  return (record) => {
    let line = '';
    for (const part of parts) line += typeof part === 'string' ? part : part(record);
    return line;
  };
}

function compilePart(part: string | Placeholder): string | ((record: LogRecord) => string | number) {
  if (typeof part === 'string') return part;
  const { key, flags, width, digits, type } = part;
  const isPlain = !flags && !width && digits === undefined && type === 's';
  return isPlain ? logFields[key as keyof LogFields].read : (record) => fill(part, record);
}

function* splitFormat(format: string): Generator<string | Placeholder> {
  let end = 0;
  for (const match of format.matchAll(PLACEHOLDER)) {
    yield format.slice(end, match.index);
    if (match[0] !== '') yield match[0] === '%%' ? '%' : (match.groups as Placeholder);
    end = match.index + match[0].length;
  }
  yield format.slice(end);
}

/**
 * Describes the problem with a log format, worded to continue a sentence that begins with the format's name; returns
 * undefined if there is no problem.
 */
export function logFormatProblem(format: string): string | undefined {
  for (const match of format.matchAll(PLACEHOLDER)) {
    const problem = match[0] === '%%' ? undefined : placeholderProblem(match[0], match.groups as Placeholder);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Placeholder {
  readonly key?: string;
  readonly flags?: string;
  readonly width?: string;
  readonly digits?: string;
  readonly type?: string;
}

function placeholderProblem(text: string, { key, width, digits, type = '' }: Placeholder): string | undefined {
  if (text === '%') return "ends with '%'. Write a percent sign as '%%'.";
  if (key === undefined) return `has '${text}', which is not a placeholder. Write a percent sign as '%%'.`;
  if (!Object.hasOwn(logFields, key)) return unknownKey(text, key);
  if (type === '') return `has '${text}' without a conversion such as 's'.`;
  if (!`sra${NUMBERS}`.includes(type)) return `has '${text}', but '${type}' is not a suitable Python conversion.`;
  if (NUMBERS.includes(type) && !logFields[key as keyof LogFields].isNumber)
    return `has '${text}', which formats a string as a number. Write '%(${key})s'.`;
  if (Number(width) > MAX_WIDTH || Number(digits ?? 0) > 100)
    return `has '${text}', which is wider than ${MAX_WIDTH} or has more than 100 digits.`;
  return undefined;
}

function unknownKey(text: string, key: string): string {
  const known = Object.keys(logFields);
  const nearest = nearestName(key, known);
  const hint = nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean '${nearest}'?`;
  return `has the unknown placeholder '${text.slice(0, 60)}'. ${hint}`;
}

function fill({ key, flags = '', width = '', digits, type = 's' }: Placeholder, record: LogRecord): string {
  const value = logFields[key as keyof LogFields].read(record);
  const precision = digits === undefined ? undefined : Number(digits);
  const isNumber = NUMBERS.includes(type);
  const text = isNumber ? numberText(Number(value), type, precision) : plainText(value, type).slice(0, precision);
  const sign = isNumber && !text.startsWith('-') ? (/[+ ]/.exec(flags.includes('+') ? '+' : flags)?.[0] ?? '') : '';
  if (flags.includes('-')) return (sign + text).padEnd(Number(width));
  if (isNumber && flags.includes('0')) return sign + text.padStart(Number(width) - sign.length, '0');
  return (sign + text).padStart(Number(width));
}

function plainText(value: string | number, type: string): string {
  return type === 's' || typeof value === 'number' ? String(value) : `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
}

function numberText(value: number, type: string, precision: number | undefined): string {
  const lower = type.toLowerCase();
  const text =
    lower === 'f'
      ? value.toFixed(precision ?? 6)
      : lower === 'e'
        ? value.toExponential(precision ?? 6).replace(/e([+-])(\d)$/, 'e$10$2')
        : lower === 'g'
          ? String(Number(value.toPrecision(precision === 0 ? 1 : (precision ?? 6))))
          : Math.trunc(value)
              .toString({ x: 16, o: 8 }[lower] ?? 10)
              .padStart(precision ?? 0, '0');
  return type === lower ? text : text.toUpperCase();
}
