import { parseExactly } from '@modegate/json';
import type { JsonObject } from '@modegate/tool-gateway';
import { describe, expect, test } from 'vitest';
import { fates, openAskingWorld } from '../support/consent-world.ts';
import { forwarded } from '../support/gateway-world.ts';

/** The lines of the question about a call with these arguments. */
async function ask(args: JsonObject | undefined): Promise<readonly string[]> {
  const world = openAskingWorld();
  await world.call('c1', 'alpha__wipe', args);
  return String(world.asked[0]?.params.message).split('\n');
}

/** The refusal of a call that no question can show. */
async function refuse(args: JsonObject): Promise<string> {
  const world = openAskingWorld();
  const error: unknown = await world.call('c1', 'alpha__wipe', args).catch((thrown: unknown) => thrown);
  expect([world.asked, forwarded(world), fates(world)]).toEqual([[], [], ['unshowable']]);
  return (error as Error).message;
}

test('the consent question shows tool, server, mode, folder, reasons and arguments', async () => {
  expect(await ask({ path: 'a b', list: [1] })).toEqual([
    'Modegate asks: allow this one call?',
    'Tool: "wipe" of server "alpha", listed as "alpha__wipe".',
    'Mode: "careful". Folder: "/project".',
    expect.stringMatching(/^Mode 'careful' asks before a call to tool 'wipe'/),
    'Arguments:',
    '{',
    '  "path": "a b",',
    '  "list": [',
    '    1',
    '  ]',
    '}',
  ]);
  expect((await ask(undefined)).at(-1)).toBe('Arguments: none.');
});

describe('invisible characters', () => {
  test.each([
    ['a direction', '\u202egnp.exe', '<U+202E>gnp.exe'],
    ['an escape of a terminal', '\u001b[2J\u009b1m', '<U+001B>[2J<U+009B>1m'],
    ['nothing at all', 'a\u200bb\u2060\u00ad\ufeff', 'a<U+200B>b<U+2060><U+00AD><U+FEFF>'],
    ['a filler', '\u3164\u115f\u2800', '<U+3164><U+115F><U+2800>'],
    ['a tag', '\u{e0041}', '<U+E0041>'],
    ['another blank', 'rm\u00a0-rf\u3000/', 'rm<U+00A0>-rf<U+3000>/'],
    ['ends of lines', 'a\u2028b\u2029c\u0085', 'a<U+2028>b<U+2029>c<U+0085>'],
    ['half a character', '\ud800', '<U+D800>'],
    ['DEL', '\u007f', '<U+007F>'],
    ['a zero', '\u0000', '<U+0000>'],
    ['a variation', 'a\ufe0f', 'a<U+FE0F>'],
    ['none', 'naïve – 日本語 "x" \\u202e\n\t', 'naïve – 日本語 \\"x\\" \\\\u202e\\n\\t'],
  ])('the question names invisible characters: %s', async (_what, text, shown) => {
    const lines = await ask({ [`k${text}`]: text });
    expect(lines).toContain(`  "k${shown}": "${shown}"`);
    expect(lines.join('\n')).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
  });

  test('a text cannot imitate a line of the consent question', async () => {
    const lines = await ask({ note: '"\n}\nMode: "plain". Folder: "/tmp".\nArguments: none.' });
    expect(lines.filter((line) => /^(Mode|Arguments|Tool):/.test(line))).toHaveLength(3);
  });
});

describe('calls that no question can show are refused without a question', () => {
  test('a call with a megabyte of arguments is refused, with the size that could not be shown', async () => {
    expect(await refuse({ text: 'x'.repeat(1_000_000) })).toContain(
      'The question would be 1000011 characters long, and 990011 of them could not be shown',
    );
  });

  test('a call is refused if the names of hidden characters make the question too long', async () => {
    expect(await refuse({ text: '\u202e'.repeat(2_000) })).toMatch(/would be 16\d{3} characters long/);
  });

  test('a call is refused if its arguments are nested too deeply to show', async () => {
    const deep: JsonObject = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
    expect(await refuse(deep)).toContain('nested more than 32 levels deep');
    const bottomless: JsonObject = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`);
    expect(await refuse(bottomless)).toContain('nested more than 32 levels deep');
  });

  test('a call of nearly ten thousand characters is shown whole', async () => {
    expect((await ask({ text: 'x'.repeat(9_000) })).join('\n')).toContain('x'.repeat(9_000));
  });
});

describe('secrets in the arguments', () => {
  test('secrets in the arguments are masked, and the question says which and how long they are', async () => {
    const args = { token: 'hunter2', 'a\u202e/b': { password: { deep: 'hush' } }, safe: 'x' };
    const lines = await ask(args);
    expect(lines.join('\n')).not.toMatch(/hunter2|hush/);
    expect(lines).toContain(
      'Masked, because the names suggest secrets: "/token" (9 characters of JSON), "/a<U+202E>~1b/password" (15 characters of JSON).',
    );
    expect(lines).toContain('  "safe": "x"');
  });

  test('secrets in the arguments are sent to the server whole', async () => {
    const world = openAskingWorld();
    await world.call('c1', 'alpha__wipe', { token: 'hunter2' });
    expect(world.connections.sent.at(-1)?.params).toMatchObject({ arguments: { token: 'hunter2' } });
  });
});

test('the question shows a number as sent, digit by digit', async () => {
  const args = parseExactly('{"id":12345678901234567890,"small":-0}') as JsonObject;
  expect(await ask(args)).toEqual(expect.arrayContaining(['  "id": 12345678901234567890,', '  "small": -0']));
});
