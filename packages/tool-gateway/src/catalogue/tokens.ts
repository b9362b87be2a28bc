import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { JsonObject } from '@modegate/json';
import type { UpstreamTool } from './upstream-tool.ts';

/** How many tokens a text takes. */
export interface TokenCount {
  readonly tokens: number;
  /** True when the text was too long to be counted to its end, so that there are more tokens than this. */
  readonly isLowerBound: boolean;
}

/** The cost of sending one tool to a client. */
export interface ToolEstimate extends TokenCount {
  readonly tool: UpstreamTool;
}

/** The cost of the tools of one server. */
export interface ServerEstimate extends TokenCount {
  readonly server: string;
  readonly toolCount: number;
}

/** The cost of a list of tools, in all and by server. */
export interface EstimateSum extends TokenCount {
  readonly toolCount: number;
  /** Sorted by name; the tokens of all are those of the whole. */
  readonly servers: readonly ServerEstimate[];
}

/** How much of one text is counted: 100,000 characters, some 25,000 tokens of English. */
export const maxCountedCharacters = 100_000;

/**
 * Counts the tokens of a text by OpenAI's `o200k_base`; other models' tokens differ by some percent. A text of more than
 * 100,000 characters is counted up to there. The first call loads the vocabulary (2 MB); a long text never holds the process, since
 * others get their turn in between.
 */
export async function countTokens(text: string): Promise<number> {
  return (await measureText(text)).tokens;
}

/**
 * Counts what a client is sent of each tool: exposed name, title, description, schemas and annotations, as compact JSON. Counts are kept by
 * refId, so that asking again costs nothing.
 */
export async function estimateTools(tools: readonly UpstreamTool[]): Promise<readonly ToolEstimate[]> {
  const estimates: ToolEstimate[] = [];
  for (const tool of tools) estimates.push({ tool, ...(await measureTool(tool)) });
  return estimates;
}

/** Counts the tokens of a client's tools that do not come from an upstream, as {@link estimateTools} does. */
export async function countDefinitions(definitions: readonly JsonObject[]): Promise<number> {
  let tokens = 0;
  for (const definition of definitions) tokens += await countTokens(sentText(definition));
  return tokens;
}

/** Adds estimates up. */
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
 * The tokenizer's time grows with the square of the longest run of letters, and some texts keep its pattern busy; neither matters in pieces of
 * this size (20 ms for the worst that was found).
 */
const maxSegmentLength = 2_000;

/** Where a piece ends: before a space where there is one, because tokens begin with spaces and never go past one. */
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

/** Lets others run when counting has gone on for a while, however many count at the same time. */
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
  // The library would keep 100,000 words, as long as a hostile description makes them.
  setMergeCacheSize(5_000);
  // Without this, a description that holds `<|endoftext|>` throws.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => count(text, options);
}
