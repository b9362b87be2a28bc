import { describe, expect, test } from 'vitest';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { countTokens, estimateTools, maxCountedCharacters, sumEstimates } from '../../src/catalogue/tokens.ts';
import type { UpstreamTool } from '../../src/catalogue/upstream-tool.ts';

const toolsOf = (descriptions: Readonly<Record<string, readonly string[]>>): readonly UpstreamTool[] =>
  createCatalogue(
    Object.entries(descriptions).map(([name, texts]) => ({
      name,
      tools: texts.map((description, index) => ({
        name: `tool${index}`,
        description,
        inputSchema: { type: 'object' },
      })),
    })),
  ).tools;

describe('tokens of a text', () => {
  test.each([
    ['', 0],
    ['hello world', 2],
    ['{"type":"object"}', 5],
    ['antidisestablishmentarianism', 6],
    ['ü日本語', 3],
    ['<|endoftext|>', 7],
    ['\ud800', 1],
  ])('the text %j has %i tokens', async (text, expected) => expect(await countTokens(text)).toBe(expected));

  test('counting tokens in pieces changes nothing if there are spaces', async () => {
    const sentence = 'Creates a new issue in a repository, with labels. ';
    const once = await countTokens(sentence.trim());
    expect(await countTokens(sentence.repeat(1_000).trim())).toBe(once * 1_000);
  });

  test('tokens are counted in a text without cut points, and other work continues meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    const letters = Array.from({ length: 90_000 }, (_, index) =>
      String.fromCharCode(97 + (((index * index) % 8191) % 26)),
    );
    const tokens = await countTokens(letters.join(''));
    clearInterval(timer);
    expect(tokens).toBeGreaterThan(5_000);
    expect(turns).toBeGreaterThan(0);
  });
});

describe('tokens of tools', () => {
  test('the tokens of a tool are those of its form sent to a client', async () => {
    const [tool] = toolsOf({ alpha: ['Says hello'] });
    const sent = '{"name":"alpha__tool0","description":"Says hello","inputSchema":{"type":"object"}}';
    expect(await estimateTools(tool === undefined ? [] : [tool])).toEqual([
      { tool, tokens: await countTokens(sent), isLowerBound: false },
    ]);
  });

  test('tokens add up by server and in total', async () => {
    const sum = sumEstimates(await estimateTools(toolsOf({ beta: ['One'], alpha: ['One', 'Two, a little longer'] })));
    expect(sum.toolCount).toBe(3);
    expect(sum.servers.map(({ server, toolCount }) => [server, toolCount])).toEqual([
      ['alpha', 2],
      ['beta', 1],
    ]);
    expect(sum.servers.reduce((total, { tokens }) => total + tokens, 0)).toBe(sum.tokens);
    expect(sum.isLowerBound).toBe(false);
    expect(sumEstimates([])).toEqual({ toolCount: 0, tokens: 0, isLowerBound: false, servers: [] });
  });

  test('the token count is a lower bound for an endless description', async () => {
    const tools = toolsOf({ alpha: ['short', 'hostile words '.repeat(400_000)], beta: ['x'.repeat(5_000_000)] });
    const sum = sumEstimates(await estimateTools(tools));
    expect(sum.isLowerBound).toBe(true);
    expect(sum.servers.map(({ isLowerBound }) => isLowerBound)).toEqual([true, true]);
    expect(sum.tokens).toBeLessThan(2 * maxCountedCharacters);
  });

  test('the token count follows the definition, not the name', async () => {
    const [before] = await estimateTools(toolsOf({ alpha: ['short'] }));
    const [after] = await estimateTools(toolsOf({ alpha: ['a description that is a good deal longer than it was'] }));
    expect(after?.tokens).toBeGreaterThan(before?.tokens ?? 0);
  });
});
