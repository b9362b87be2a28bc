import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { JsonObject } from '@modegate/json';
import type { UpstreamTool } from './upstream-tool.ts';

/** The number of tokens in the text. */
export interface TokenCount {
  readonly tokens: number;
  /** True if the text was too long to be counted completely. */
  readonly isLowerBound: boolean;
}

/** The token cost of one tool. */
export interface ToolEstimate extends TokenCount {
  readonly tool: UpstreamTool;
}

/** The token cost of a server's tools. */
export interface ServerEstimate extends TokenCount {
  readonly server: string;
  readonly toolCount: number;
}

/** The total token cost of a list of tools, and the cost for each server. */
export interface EstimateSum extends TokenCount {
  readonly toolCount: number;
  /** Servers, sorted by name; their tokens add up to the total. */
  readonly servers: readonly ServerEstimate[];
}

/** Maximum number of characters counted in one text: 100,000, which is about 25,000 tokens of English text. */
export const maxCountedCharacters = 100_000;

/**
 * Counts the tokens in text with OpenAI's `o200k_base`; other models' counts differ by a few percent. At most 100,000
 * characters are counted. The first call loads the vocabulary (2 MB). Long counts yield to the event loop regularly.
 */
export async function countTokens(text: string): Promise<number> {
  return (await measureText(text)).tokens;
}

/**
 * Counts the tokens in each tool as sent to a client: exposed name, title, description, schemas and annotations, as
 * compact JSON. Counts are cached by refId.
 */
export async function estimateTools(tools: readonly UpstreamTool[]): Promise<readonly ToolEstimate[]> {
  const estimates: ToolEstimate[] = [];
  for (const tool of tools) estimates.push({ tool, ...(await measureTool(tool)) });
  return estimates;
}

/** Counts the tokens in tools that do not come from an upstream, in the same way as {@link estimateTools}. */
export async function countDefinitions(definitions: readonly JsonObject[]): Promise<number> {
  let tokens = 0;
  for (const definition of definitions) tokens += await countTokens(sentText(definition));
  return tokens;
}

/** Adds up estimates. */
export function sumEstimates(estimates: readonly ToolEstimate[]): EstimateSum {
  const servers = new Map<string, ServerEstimate>();
  for (const { tool, tokens, isLowerBound } of estimates) {
    const { server } = tool;
    const before = servers.get(server) ?? { server, toolCount: 0, tokens: 0, isLowerBound: false };
    servers.set(server, {
      server,
      toolCount: before.toolCount + 1,
      tokens: before.tokens + tokens,
      isLowerBound: before.isLowerBound || isLowerBound,
    });
  }
  return {
    toolCount: estimates.length,
    tokens: estimates.reduce((sum, { tokens }) => sum + tokens, 0),
    isLowerBound: estimates.some(({ isLowerBound }) => isLowerBound),
    servers: [...servers.values()].sort((a, b) => (a.server < b.server ? -1 : 1)),
  };
}

const counts = new Map<string, TokenCount>();

const maxCounts = 20_000;

async function measureTool({ exposedName, refId, definition }: UpstreamTool): Promise<TokenCount> {
  const key = `${refId} ${exposedName}`;
  const known = counts.get(key);
  if (known !== undefined) return known;
  const count = await measureText(sentText({ ...definition, name: exposedName }));
  const [oldest] = counts.keys();
  if (oldest !== undefined && counts.size >= maxCounts) counts.delete(oldest);
  counts.set(key, count);
  return count;
}

function sentText({ name, title, description, inputSchema, outputSchema, annotations }: JsonObject): string {
  return JSON.stringify({ name, title, description, inputSchema, outputSchema, annotations });
}

async function measureText(text: string): Promise<TokenCount> {
  const count = await loadCounter();
  const end = Math.min(text.length, maxCountedCharacters);
  let tokens = 0;
  for (let start = 0; start < end; ) {
    const next = findSegmentEnd(text, start, end);
    tokens += count(text.slice(start, next));
    start = next;
    await takeTurns();
  }
  return { tokens, isLowerBound: text.length > end };
}

/**
 * The tokenizer's running time grows with the square of the longest run of letters, and its pattern is slow on some
 * texts; segments of this size take at most 20 ms.
 */
const maxSegmentLength = 2_000;

/**
 * Finds the end of a segment: before a space if possible, because tokens begin with spaces and never extend across one.
 */
function findSegmentEnd(text: string, start: number, end: number): number {
  const limit = start + maxSegmentLength;
  if (limit >= end) return end;
  const space = text.lastIndexOf(' ', limit);
  if (space > start + maxSegmentLength / 2) return space;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return splitsPair ? limit - 1 : limit;
}

const turnMs = 10;

let turnStartedAt = 0;

/** Yields to the event loop after a while, regardless of how many counts are running at the same time. */
async function takeTurns(): Promise<void> {
  if (performance.now() - turnStartedAt < turnMs) return;
  await yieldToOthers();
  turnStartedAt = performance.now();
}

type Counter = (text: string) => number;

let counter: Promise<Counter> | undefined;

async function loadCounter(): Promise<Counter> {
  counter ??= importCounter();
  return counter;
}

async function importCounter(): Promise<Counter> {
  const { countTokens: count, setMergeCacheSize } = await import('gpt-tokenizer/encoding/o200k_base');
  // By default, the library would cache 100,000 words of any length, including those of a hostile description.
  setMergeCacheSize(5_000);
  // Without this option, a description that contains `<|endoftext|>` would cause an error.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => count(text, options);
}
