import { createLog, logFormatProblem } from '@modegate/cli-kit';
import { describe, expect, test } from 'vitest';

/** One line of a log with the format. */
function lineOf(format: string): string {
  const lines: string[] = [];
  const now = () => new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 67));
  const log = createLog({ level: 'DEBUG', name: 'modes', format, now, writeStderr: (line) => void lines.push(line) });
  log.warning('hi');
  log.close();
  return lines.join('').trimEnd();
}

describe('servers 7.1.1: Python log format placeholders', () => {
  test.each([
    ['%(asctime)s', '2026-01-02T03:04:05.067Z'],
    ['%(created)f', '1767323045.067000'],
    ['%(created).3f', '1767323045.067'],
    ['%(msecs)03d', '067'],
    ['%(levelname)-8s|', 'WARNING |'],
    ['%(levelname)8s|', ' WARNING|'],
    ['%(levelname).4s|', 'WARN|'],
    ['%(levelno)s', '30'],
    ['%(levelno)x %(levelno)o %(levelno)X', '1e 36 1E'],
    ['%(levelno)+d', '+30'],
    ['%(levelno)06.1f', '0030.0'],
    ['%(levelno)e', '3.000000e+01'],
    ['%(name)s: %(message)s', 'modes: hi'],
    ['%(message)r', "'hi'"],
    ['%(process)d', String(process.pid)],
    ['%(processName)s %(threadName)s %(taskName)s', 'MainProcess MainThread None'],
    ['%(thread)d', '0'],
    // Before this process began.
    ['%(relativeCreated)d', '0'],
    ['%(filename)s %(module)s', 'log-format.test.ts log-format.test'],
    ['%(funcName)s', 'lineOf'],
    ['50%% of %(name)s', '50% of modes'],
  ])('the log format %s produces %s', (format, line) => {
    expect(lineOf(format)).toBe(line);
  });

  test('the placeholders %(lineno)d and %(pathname)s show where a line was logged', () => {
    expect(lineOf('%(pathname)s:%(lineno)d')).toMatch(/log-format\.test\.ts:\d+$/);
  });
});

test.each([
  ['%(levelnme)s', "has the unknown placeholder '%(levelnme)s'. Did you mean 'levelname'?"],
  ['%(nonsense)s', "has the unknown placeholder '%(nonsense)s'. Known are name, "],
  ['%(name)', "has '%(name)' without a conversion such as 's'"],
  ['%(name)d', "has '%(name)d', which formats a string as a number"],
  ['%(name)z', "has '%(name)z', but 'z' is not a suitable Python conversion"],
  ['%s', "has '%s', which is not a placeholder"],
  ['100%', "ends with '%'"],
  ['%(name)999999999s', 'is wider than 1000'],
])('servers 7.1.1: the log format %s is refused', (format, message) => {
  expect(logFormatProblem(format)).toContain(message);
  expect(() => lineOf(format)).toThrow(message);
});

test('a common log format causes no problem', () => {
  expect(logFormatProblem('%(asctime)s - %(name)s - %(levelname)s - %(message)s')).toBeUndefined();
});
