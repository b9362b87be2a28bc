import { isJsonObject, type JsonObject } from '@modegate/json';
import { RPC_ERROR_CODES, readRpcError } from '@modegate/json-rpc';
import { messageOf } from '../host-error.ts';

/** All readable pages of a list. */
export interface PagesReading {
  readonly items: readonly JsonObject[];
  /** True if the list is complete. */
  readonly complete: boolean;
  /** Descriptions of anomalies, for people; at most two. */
  readonly remarks: readonly string[];
  /** True if a page could not be fetched, so that a retry may help. */
  readonly failed: boolean;
}

/** Maximum number of pages read per list. */
const MAX_PAGES = 1_000;

/** Maximum number of items stored per list. */
const MAX_ITEMS = 10_000;

/**
 * Reads a list page by page (MCP 2025-11-25, server/utilities/pagination) and collects the objects under `member`.
 * Stops at a failed page, at a repeated cursor, or when the limit on pages or items is reached. Never rejects.
 *
 * @param requestPage - Fetches one page; called without params for the first page.
 */
export async function readPages(
  requestPage: (params: JsonObject | undefined) => Promise<JsonObject>,
  member: string,
): Promise<PagesReading> {
  const walk: Walk = { member, items: [], cursors: new Set(), malformed: 0, pages: 0 };
  let params: JsonObject | undefined;
  while (walk.pages < MAX_PAGES) {
    let page: JsonObject;
    try {
      page = await requestPage(params);
    } catch (error) {
      if (walk.pages === 0 && readRpcError(error)?.code === RPC_ERROR_CODES.METHOD_NOT_FOUND) return readingOf(walk);
      const remark = `Page ${walk.pages + 1} of its ${member} could not be read: ${messageOf(error)}`;
      return readingOf(walk, remark, true);
    }
    const step = takePage(walk, page);
    if (step.cursor === undefined) return readingOf(walk, step.remark);
    params = { cursor: step.cursor };
  }
  return readingOf(
    walk,
    `The list of its ${member} has more than ${MAX_PAGES} pages; the remaining pages are ignored.`,
  );
}

interface Walk {
  readonly member: string;
  readonly items: JsonObject[];
  readonly cursors: Set<string>;
  malformed: number;
  pages: number;
}

/** The next cursor, or the reason why there is no next cursor; both are absent at the end of the list. */
interface Step {
  readonly cursor?: string;
  readonly remark?: string;
}

function takePage(walk: Walk, page: JsonObject): Step {
  const { member, items, cursors } = walk;
  walk.pages += 1;
  const found = page[member];
  if (!Array.isArray(found)) return { remark: `Page ${walk.pages} of its ${member} has no array "${member}".` };
  // Adds items one by one, because a page may have more items than a call may have arguments.
  for (const item of found) {
    if (!isJsonObject(item)) walk.malformed += 1;
    else if (items.length === MAX_ITEMS)
      return { remark: `It has more than ${MAX_ITEMS} ${member}; the others are ignored.` };
    else items.push(item);
  }
  // An empty string is a valid cursor; some servers send null if there is no cursor.
  const cursor = page.nextCursor;
  if (cursor === undefined || cursor === null) return {};
  if (typeof cursor !== 'string')
    return { remark: `Page ${walk.pages} of its ${member} has a cursor that is not a string.` };
  if (cursors.has(cursor))
    return { remark: `Page ${walk.pages} of its ${member} repeats the cursor of an earlier page.` };
  cursors.add(cursor);
  return { cursor };
}

function readingOf({ member, items, malformed }: Walk, remark?: string, failed = false): PagesReading {
  const leftOut = malformed === 0 ? [] : [`${malformed} of its ${member} are not objects and are ignored.`];
  const remarks = [...(remark === undefined ? [] : [remark]), ...leftOut];
  return { items, complete: remark === undefined, remarks, failed };
}
