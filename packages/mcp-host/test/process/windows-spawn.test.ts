import { describe, expect, test } from 'vitest';
import { taskkillArguments } from '../../src/process/process-group.ts';
import { planWindowsSpawn } from '../../src/process/windows-spawn.ts';

const env = { Path: 'C:\\tools;"C:\\Program Files\\nodejs";C:\\Windows', PATHEXT: '.COM;.EXE;.BAT;.CMD;.VBS;.JS' };

function plan(command: string, args: readonly string[], files: readonly string[]) {
  const known = new Set(files.map((file) => file.toLowerCase()));
  const fileExists = (path: string): boolean => known.has(path.toLowerCase());
  return planWindowsSpawn({ command, args, env, cwd: 'C:\\work', fileExists });
}

describe('a command on Windows', () => {
  test('a program on Windows is started directly by its full path', () => {
    expect(plan('node', ['a b', '"'], ['C:\\Program Files\\nodejs\\node.exe'])).toEqual({
      command: 'C:\\Program Files\\nodejs\\node.exe',
      args: ['a b', '"'],
      verbatim: false,
    });
  });

  test('a batch file on Windows, as installed by package managers, is run by cmd with everything quoted', () => {
    expect(
      plan('npx', ['-y', 'x'], ['C:\\Program Files\\nodejs\\npx.cmd', 'C:\\Program Files\\nodejs\\npx.ps1']),
    ).toEqual({
      command: 'cmd.exe',
      args: ['/d', '/v:off', '/s', '/c', '"C:\\Program^ Files\\nodejs\\npx.cmd ^^^"-y^^^" ^^^"x^^^""'],
      verbatim: true,
    });
  });

  test('a command on Windows with only a PowerShell script is run by PowerShell', () => {
    expect(plan('npx', ['-y', 'x'], ['C:\\tools\\npx.ps1'])).toEqual({
      command: 'powershell.exe',
      args: [
        '-NoLogo',
        '-NoProfile',
        '-NonInteractive',
        '-ExecutionPolicy',
        'Bypass',
        '-File',
        'C:\\tools\\npx.ps1',
        '-y',
        'x',
      ],
      verbatim: false,
    });
  });

  test.each([
    ['tool', 'C:\\tools\\tool.cmd', 'C:\\Windows\\tool.exe', 'cmd.exe'],
    ['tool', 'C:\\tools\\tool.exe', 'C:\\tools\\tool.cmd', 'C:\\tools\\tool.exe'],
    ['tool.cmd', 'C:\\tools\\tool.exe', 'C:\\tools\\tool.cmd', 'cmd.exe'],
    ['.\\bin\\tool', 'C:\\work\\bin\\tool.exe', 'C:\\tools\\tool.exe', 'C:\\work\\bin\\tool.exe'],
    ['D:\\x\\tool.BAT', 'D:\\x\\tool.bat', '', 'cmd.exe'],
  ])('the command %s is searched by folder first, then by extension (%s, %s)', (command, one, other, started) => {
    expect(plan(command, [], [one, other]).command).toBe(started);
  });

  test.each([
    ['missing', []],
    ['tool', ['C:\\work\\tool.exe']],
    ['tool', ['C:\\tools\\tool.vbs', 'C:\\tools\\tool.js', 'C:\\tools\\tool']],
  ])(
    'the command %s stays unchanged if not found: not in the working folder or as a host script (%j)',
    (command, files) => {
      expect(plan(command, ['a'], files)).toEqual({ command, args: ['a'], verbatim: false });
    },
  );

  test('a command on Windows is found without a PATHEXT', () => {
    const found = planWindowsSpawn({
      command: 'a',
      args: [],
      env: { PATH: 'C:\\t' },
      cwd: 'C:\\',
      fileExists: (path) => path === 'C:\\t\\a.exe',
    });
    expect(found.command).toBe('C:\\t\\a.exe');
  });
});

describe('an argument for a batch file', () => {
  const line = (argument: string): string => {
    const written = plan('t', [argument], ['C:\\tools\\t.cmd']).args.at(-1) ?? '';
    return written.slice('"C:\\tools\\t.cmd '.length, -1);
  };

  test.each([
    'plain',
    'a b',
    'a"b',
    '100%',
    '%PATH%',
    'a&b|c<d>e^f',
    'x" & calc & "',
    'trailing\\',
    'a\\"b',
    '(!)',
    '',
    '*?;,=',
  ])('the argument %j survives cmd twice and the C runtime once, and never ends the command', (argument) => {
    expect(cRuntimeArguments(cmdReads(cmdReads(line(argument))))).toEqual([argument]);
  });

  test.each(['a\nb', 'a\r\nb'])('the argument %j is refused, since the command line would end there', (argument) => {
    expect(() => line(argument)).toThrow(expect.objectContaining({ code: 'UPSTREAM_START_FAILED' }));
  });
});

test('ending a process on Windows forces the end of its tree', () => {
  expect(taskkillArguments(42)).toEqual(['/PID', '42', '/T', '/F']);
});

/** What `cmd` makes of a command line: outside quotation marks a caret takes the meaning off the next character. */
function cmdReads(line: string): string {
  let read = '';
  let quoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    if (character === '^' && !quoted) read += line.charAt(++index);
    else {
      if (character === '"') quoted = !quoted;
      if (!quoted && '&|<>%'.includes(character)) throw new Error(`cmd takes ${character} for its own in ${line}`);
      read += character;
    }
  }
  return read;
}

/** What a C program makes of its command line. */
function cRuntimeArguments(line: string): string[] {
  const args: string[] = [];
  let current: string | undefined;
  let quoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    const backslashes = /^\\*/u.exec(line.slice(index))?.[0].length ?? 0;
    if (backslashes > 0 && line.charAt(index + backslashes) === '"') {
      current = (current ?? '') + '\\'.repeat(Math.floor(backslashes / 2));
      index += backslashes - 1;
      if (backslashes % 2 === 1) [current, index] = [`${current}"`, index + 1];
    } else if (character === '"') [quoted, current] = [!quoted, current ?? ''];
    else if (character === ' ' && !quoted) {
      if (current !== undefined) args.push(current);
      current = undefined;
    } else current = (current ?? '') + character;
  }
  return current === undefined ? args : [...args, current];
}
