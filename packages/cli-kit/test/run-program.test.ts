import { AppError, type Program, runProgram } from '@modegate/cli-kit';
import { Command, CommanderError, Option } from 'commander';
import { describe, expect, test, vi } from 'vitest';

const server: Omit<Program, 'create'> = {
  name: 'server',
  knownErrors: ['HostError'],
  exitCodes: { known: 1, fault: 1 },
};
const checker: Omit<Program, 'create'> = {
  name: 'checker',
  knownErrors: ['HostError'],
  exitCodes: { known: 2, fault: 3 },
  faultLine: 'internal error in this program; please report it.',
  printable: (message) => message.replaceAll('\u001B', ' '),
};

/** Runs a program whose only command does this; tells what it ended with and wrote to stderr. */
async function end(
  program: Omit<Program, 'create'>,
  action: (finish: (code: number) => void) => void,
  args: readonly string[] = [],
) {
  const lines: string[] = [];
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const before = process.exitCode;
  const create: Program['create'] = (finish) =>
    new Command(program.name)
      .exitOverride()
      .addOption(new Option('--format <format>').choices(['table', 'json']))
      .action(() => action(finish));
  try {
    await runProgram({ ...program, create }, ['node', program.name, ...args]);
    return { code: process.exitCode, stderr: lines.join('') };
  } finally {
    process.exitCode = before;
    exit.mockRestore();
    write.mockRestore();
  }
}

function throws(error: unknown): () => never {
  return () => {
    throw error;
  };
}

function hostError(message: string): Error {
  return Object.assign(new Error(message), { name: 'HostError' });
}

describe('exit codes of a program', () => {
  test('runProgram exits with 0 or with the code that its command returns', async () => {
    expect(await end(server, () => undefined)).toEqual({ code: 0, stderr: '' });
    expect(await end(server, (finish) => finish(4))).toEqual({ code: 4, stderr: '' });
  });

  test('runProgram exits with 0 after help and version, and with 2 after wrong usage reported by commander', async () => {
    expect(await end(server, throws(new CommanderError(0, 'commander.help', '')))).toEqual({ code: 0, stderr: '' });
    expect(await end(server, throws(new CommanderError(1, 'commander.unknownOption', '')))).toEqual({
      code: 2,
      stderr: '',
    });
  });

  test.each([
    ['--json', '(Use --format json.)'],
    ['--colour', '(Set NO_COLOR=1 or FORCE_COLOR=1 instead.)'],
    ['--no-color', '(Set NO_COLOR=1 or FORCE_COLOR=1 instead.)'],
  ])('runProgram exits with 2 and a hint after %s, which other programs have', async (option, hint) => {
    const { code, stderr } = await end(server, () => undefined, [option]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^server: unknown option '--[a-z-]+'\n/);
    expect(stderr).toContain(`${hint}\nSee 'server --help'.\n`);
  });

  test('runProgram exits with the code of a failure that has a message for the user', async () => {
    expect(await end(server, throws(new AppError('no such file')))).toEqual({
      code: 2,
      stderr: 'server: no such file\n',
    });
    expect(await end(server, throws(new AppError('it failed', 1)))).toEqual({ code: 1, stderr: 'server: it failed\n' });
  });

  test('runProgram exits with a specific code and no stack after an error from our packages', async () => {
    expect(await end(server, throws(hostError('gone')))).toEqual({ code: 1, stderr: 'server: gone\n' });
    expect(await end(checker, throws(hostError('\u001Bgone')))).toEqual({ code: 2, stderr: 'checker:  gone\n' });
  });

  test('runProgram prints the stack of any other error', async () => {
    const error = new TypeError('x is undefined');
    expect(await end(server, throws(error))).toEqual({ code: 1, stderr: `server: x is undefined\n${error.stack}\n` });
    expect(await end(checker, throws(error))).toEqual({
      code: 3,
      stderr: `checker: internal error in this program; please report it.\n${error.stack}\n`,
    });
    expect(await end(server, throws('text'))).toEqual({ code: 1, stderr: 'server: text\n' });
  });
});
