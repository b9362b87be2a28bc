import { defined, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { didYouMean } from '@modegate/nearest-name';
import type { ConnectionContext } from '../definitions/context.ts';
import type { PromptDefinition, PromptReading } from '../definitions/prompt.ts';
import type { Listing } from '../definitions/tool.ts';
import { wireError } from '../json-rpc/wire-errors.ts';
import type { Completable } from './completion-requests.ts';
import { checkCursor, checkUnique, currentItems, stringParam, stringsParam } from './params.ts';
import type { RequestHandlers } from './request-handler.ts';

/** Builds the handlers for `prompts/*`. @throws {TypeError} if a static list contains duplicate names. */
export function promptRequestHandlers(prompts: Listing<PromptDefinition>): RequestHandlers {
  if (typeof prompts !== 'function') checkUnique('Prompt', prompts, ({ name }) => name);
  return {
    'prompts/list': async (params, { context }) => {
      checkCursor(params);
      return { prompts: (await currentItems(prompts, context)).map(listedPrompt) };
    },
    'prompts/get': async (params, { context }) => {
      const name = stringParam(params, 'name');
      const values = stringsParam(params, 'arguments');
      const all = await currentItems(prompts, context);
      const prompt = all.find((each) => each.name === name);
      if (prompt === undefined) {
        const known = all.map((each) => each.name);
        throw wireError('INVALID_PARAMS', `Unknown prompt ${preview(name)}.${didYouMean(name, known)}`, {
          prompt: name.slice(0, 128),
          available: known.slice(0, 100),
        });
      }
      checkValues(prompt, values);
      return rendered(await prompt.get(values, context), prompt);
    },
  };
}

/** Finds the prompt to complete. */
export async function findPrompt(
  prompts: Listing<PromptDefinition>,
  name: string,
  context: ConnectionContext,
): Promise<Completable | undefined> {
  const found = (await currentItems(prompts, context)).find((prompt) => prompt.name === name);
  if (found === undefined) return undefined;
  return { names: argumentNames(found), complete: found.complete?.bind(found) };
}

function checkValues(prompt: PromptDefinition, values: Readonly<Record<string, string>>): void {
  const known = argumentNames(prompt);
  const missing = (prompt.arguments ?? []).filter(
    (argument) => argument.required === true && !Object.hasOwn(values, argument.name),
  );
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  if (missing.length === 0 && unknown.length === 0) return;
  const problems = [
    ...missing.map((argument) => `'${argument.name}' is required`),
    ...unknown.slice(0, 10).map((name) => `${preview(name)} is unknown.${didYouMean(name, known)}`),
  ];
  throw wireError('INVALID_PARAMS', `Invalid arguments for prompt '${prompt.name}': ${problems.join('; ')}`, {
    prompt: prompt.name,
    missing: missing.map((argument) => argument.name),
    unknown: unknown.slice(0, 10),
    available: known,
  });
}

function rendered(reading: PromptReading, prompt: PromptDefinition): JsonObject {
  const described = defined({ description: prompt.description });
  if (typeof reading === 'string')
    return { ...described, messages: [{ role: 'user', content: { type: 'text', text: reading } }] };
  return { ...described, ...reading };
}

function listedPrompt(prompt: PromptDefinition): JsonObject {
  const { extra, name, title, description, arguments: args } = prompt;
  return { ...extra, ...defined({ name, title, description, arguments: args }) };
}

function argumentNames(prompt: PromptDefinition): readonly string[] {
  return (prompt.arguments ?? []).map((argument) => argument.name);
}
