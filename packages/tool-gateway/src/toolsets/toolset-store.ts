import type { StateText } from '@modegate/text-files';
import { changeToolsetFile, parseToolsetFile, type ToolsetFile, type ToolsetFileChange } from './toolset-file.ts';

/** The saved toolsets, or the reason why they cannot be read. */
export type StoredToolsets =
  | { readonly ok: true; readonly file: ToolsetFile }
  | { readonly ok: false; readonly reason: string };

/** The saved toolsets after an update, with the plan's result, or the reason why nothing was changed. */
export type UpdatedToolsets<Result> =
  | { readonly ok: true; readonly file: ToolsetFile; readonly result: Result }
  | { readonly ok: false; readonly reason: string };

/** The change that a plan makes, if any, and the result of the plan. */
export interface ToolsetPlan<Result> {
  readonly change?: ToolsetFileChange | undefined;
  readonly result: Result;
}

/** Persistent storage for toolsets. Operations never throw; an unreadable file is never overwritten. */
export interface ToolsetStore {
  /** Reads the file again in order to include changes made by other processes. */
  read(): Promise<StoredToolsets>;
  /**
   * Reads, plans and writes in one step that excludes other processes. `plan` must have no side effects; it may be
   * called again.
   */
  update<Result>(plan: (file: ToolsetFile) => ToolsetPlan<Result>): Promise<UpdatedToolsets<Result>>;
}

/** Options for {@link createToolsetStore}. */
export interface ToolsetStoreOptions {
  /** JSON text that contains the toolsets. */
  readonly text: StateText;
  /** Maximum number of bytes to read or write. Default 4 MiB. */
  readonly maxBytes?: number | undefined;
  /** Maximum time to wait for other processes, in milliseconds. Default 30,000. */
  readonly waitMs?: number | undefined;
}

/** Creates a store backed by one JSON text, which several processes may share. */
export function createToolsetStore({
  text: stored,
  maxBytes = 4 * 1024 * 1024,
  waitMs,
}: ToolsetStoreOptions): ToolsetStore {
  const { name } = stored;
  const parse = (text: string | undefined): ToolsetFile => {
    const parsed = parseToolsetFile(text);
    if (parsed.ok) return parsed.file;
    throw new Error(`${name} was not changed, because ${parsed.reason}. Repair it or move it elsewhere.`);
  };
  return {
    read: () => attempt(async () => ({ ok: true, file: parse(await stored.read({ maxBytes })) })),
    update: (plan) =>
      attempt(async () => {
        let done: { readonly file: ToolsetFile; readonly result: ReturnType<typeof plan>['result'] } | undefined;
        await stored.update(
          (text) => {
            const file = parse(text);
            const { change, result } = plan(file);
            const changed =
              change === undefined ? undefined : boundText(changeToolsetFile(file, change), { name, maxBytes });
            done = { file: changed === undefined ? file : parse(changed), result };
            return changed;
          },
          { maxBytes, waitMs },
        );
        if (done === undefined) throw new Error(`${name} was not written: it was never read.`);
        return { ok: true, ...done };
      }),
  };
}

function boundText(text: string, { name, maxBytes }: { readonly name: string; readonly maxBytes: number }): string {
  const bytes = new TextEncoder().encode(text).byteLength;
  if (bytes <= maxBytes) return text;
  throw new Error(
    `${name} was not written: it would be ${bytes} bytes long, but at most ${maxBytes} are allowed. Delete toolsets that are no longer needed.`,
  );
}

type Failure = { readonly ok: false; readonly reason: string };

async function attempt<Outcome>(run: () => Promise<Outcome>): Promise<Outcome | Failure> {
  try {
    return await run();
  } catch (cause) {
    return { ok: false, reason: cause instanceof Error ? cause.message : String(cause) };
  }
}
