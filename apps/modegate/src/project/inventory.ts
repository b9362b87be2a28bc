import { AppError } from '@modegate/cli-kit';
import { defined } from '@modegate/json';
import type { InventoryToolHints, ServerInventory } from '@modegate/policy-check/permissions';
import { readTextFile } from '@modegate/text-files';
import * as z from 'zod';
import { parseJson } from '../parse-json.ts';

const annotations = z.looseObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});

const tool = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: annotations.optional(),
});

const servers = z.array(z.looseObject({ name: z.string().min(1), tools: z.array(tool).optional() }));
const inventory = z.union([servers, z.looseObject({ servers }).transform((file) => file.servers)]);

/**
 * Reads a file with a list of what servers offer, as `{ name, tools }` objects, where `tools` is the server's response
 * to `tools/list`.
 *
 * @throws {AppError} exit code 2 when the file cannot be read or does not contain such a list.
 */
export async function loadInventory(file: string): Promise<readonly ServerInventory[]> {
  const reading = await readTextFile(file);
  if (reading.state !== 'read') {
    const reason = reading.state === 'missing' ? 'it does not exist' : reading.reason;
    throw new AppError(`The inventory ${file} could not be read: ${reason}.`);
  }
  const result = inventory.safeParse(parseJson(reading.text.replace(/^\uFEFF/, ''), file));
  if (!result.success)
    throw new AppError(
      `${file} is not an inventory: expected a list of { "name", "tools" }, tools as servers list them.`,
    );
  return result.data.map(({ name, tools }) => ({ name, ...defined({ tools: tools?.map(toKnownTool) }) }));
}

/** Reads the tools in a response to `tools/list`; returns undefined if any of them is invalid. */
export function parseInventoryTools(given: readonly unknown[]): ServerInventory['tools'] {
  const result = z.array(tool).safeParse(given);
  return result.success ? result.data.map(toKnownTool) : undefined;
}

/** Retains everything that a lock monitors about a tool, so that the list can also be locked. */
function toKnownTool(given: z.infer<typeof tool>) {
  const { name, title, description, inputSchema, outputSchema, annotations: said } = given;
  return {
    name,
    definition: given,
    ...defined({ title, description, inputSchema, outputSchema }),
    ...(said === undefined ? {} : { annotations: said, hints: toHints(said) }),
  };
}

function toHints(said: z.infer<typeof annotations>): InventoryToolHints {
  return defined({
    readOnly: said.readOnlyHint,
    destructive: said.destructiveHint,
    idempotent: said.idempotentHint,
    openWorld: said.openWorldHint,
  });
}
