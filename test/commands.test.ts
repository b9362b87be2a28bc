import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { trickRules, tricks } from '../packages/shell-commands/test/support/tricks.ts';
import { type CommandAnswer, type CommandDoors, openCommandDoors } from './support/command-doors.ts';

// The cases are kept beside the checkout, and are not part of the repository.
const goldenFile = join(import.meta.dirname, '../../../shared/reference/golden-commands.json');
const golden = existsSync(goldenFile) ? (JSON.parse(readFileSync(goldenFile, 'utf8')) as Golden) : undefined;

interface Golden {
  readonly ruleSets: Readonly<
    Record<string, Readonly<Record<'allow' | 'ask' | 'deny', readonly string[]>> & { write: string }>
  >;
  readonly cases: readonly {
    readonly id: string;
    readonly rules: string;
    readonly command: string;
    readonly expect: string;
  }[];
}

/** Cases that are decided otherwise at every door, and why. */
const otherwise: Readonly<Record<string, readonly [answer: CommandAnswer, why: string]>> = {
  c202: ['deny', '`rm` deletes a file that the mode may not edit; what is denied anyway asks nobody'],
  c205: ['deny', '`rm` deletes a file that the mode may not edit; what is denied anyway asks nobody'],
};

/** Cases that only the hook of Codex decides otherwise: a call may choose `sh`, and the hook is not told. */
const otherwiseInCodex: Readonly<Record<string, CommandAnswer>> = { c030: 'deny' };

const goldenModes = Object.entries(golden?.ruleSets ?? {}).map(([slug, { allow, ask, deny, write }]) => ({
  slug,
  write,
  commandRestrictions: { allowedCommands: allow, askCommands: ask, disallowedCommands: deny },
}));
const trickModes = Object.entries(trickRules).map(([name, commandRestrictions]) => ({
  slug: `tricks-${name}`,
  write: '^docs/',
  commandRestrictions,
}));

let doors: CommandDoors;
beforeAll(async () => {
  doors = await openCommandDoors([...goldenModes, ...trickModes]);
  return () => doors.close();
});

describe.skipIf(golden === undefined)(`the cases of ${goldenFile} (absent: skipped)`, () => {
  test.each(golden?.cases ?? [])(
    '$id: the decision on $command is $expect',
    async ({ id, rules, command, expect: expected }) => {
      const answer = otherwise[id]?.[0] ?? (expected as CommandAnswer);
      expect(await doors.ask({ mode: rules, command })).toEqual({
        decide: answer,
        claude: answer,
        // Codex cannot ask, and its hook says so.
        codex: answer === 'ask' ? 'refused: cannot ask' : (otherwiseInCodex[id] ?? answer),
        validate: answer,
      });
    },
  );

  test('the golden file has 239 cases', () => {
    expect(golden?.cases).toHaveLength(239);
  });
});

describe('tricks that bypassed the rules of other tools', () => {
  test.each(tricks)(
    'the rules stop the trick: $name',
    async ({ texts, rules = 'usual', shell, expect: answer = 'deny' }) => {
      for (const command of texts)
        expect({ command, ...(await doors.ask({ mode: `tricks-${rules}`, command, shell })) }).toEqual({
          command,
          decide: answer,
          claude: answer,
          codex: answer,
          validate: answer,
        });
    },
  );

  test('the list has 55 tricks', () => {
    expect(new Set(tricks.map(({ name }) => name.split(':')[0])).size).toBe(55);
  });
});
