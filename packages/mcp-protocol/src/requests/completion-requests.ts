import { isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { didYouMean } from '@modegate/nearest-name';
import type { RequestContext } from '../definitions/context.ts';
import type { Completion, TemplateResource } from '../definitions/resource.ts';
import { wireError } from '../json-rpc/wire-errors.ts';
import { invalidParam, objectParam, stringParam, stringsParam } from './params.ts';
import type { RequestHandler } from './request-handler.ts';

/** A definition with arguments or variables that can be completed. */
export interface Completable {
  readonly names: readonly string[];
  readonly complete: TemplateResource['complete'];
}

/** The prompts and templates that can be completed. */
export interface CompletionSources {
  prompt(name: string, context: RequestContext): Promise<Completable | undefined>;
  template(uri: string, context: RequestContext): Promise<Completable | undefined>;
}

const MAX_VALUES = 100;

/** Builds the handler for `completion/complete` (MCP 2025-11-25, completion). */
export function completionHandler(sources: CompletionSources): RequestHandler {
  return async (params, { context }) => {
    const target = await findTarget(sources, params, context);
    const argument = objectParam(params, 'argument');
    const name = stringParam(argument, 'name');
    if (!target.names.includes(name)) {
      throw wireError(
        'INVALID_PARAMS',
        `Unknown completion target ${preview(name)}.${didYouMean(name, target.names)}`,
        {
          param: 'argument.name',
          available: target.names,
        },
      );
    }
    const request = {
      name,
      value: stringParam(argument, 'value'),
      others: stringsParam(objectParam(params, 'context'), 'arguments'),
    };
    return { completion: bounded((await target.complete?.(request, context)) ?? []) };
  };
}

async function findTarget(
  sources: CompletionSources,
  params: JsonObject,
  context: RequestContext,
): Promise<Completable> {
  const { ref } = params;
  if (!isJsonObject(ref)) throw invalidParam('ref', 'an object', ref);
  const isPrompt = ref.type === 'ref/prompt';
  if (!isPrompt && ref.type !== 'ref/resource')
    throw invalidParam('ref.type', '"ref/prompt" or "ref/resource"', ref.type);
  const key = stringParam(ref, isPrompt ? 'name' : 'uri');
  const target = await (isPrompt ? sources.prompt(key, context) : sources.template(key, context));
  if (target !== undefined) return target;
  throw wireError('INVALID_PARAMS', `Unknown ${isPrompt ? 'prompt' : 'resource template'} ${preview(key)}.`, {
    param: 'ref',
  });
}

function bounded(completion: Completion): JsonObject {
  const { values, total, hasMore } = isList(completion)
    ? { values: completion, total: undefined, hasMore: undefined }
    : completion;
  const cut = values.length > MAX_VALUES;
  return {
    values: values.slice(0, MAX_VALUES),
    total: total ?? values.length,
    hasMore: hasMore ?? (cut || (total !== undefined && total > values.length)),
  };
}

function isList(completion: Completion): completion is readonly string[] {
  return Array.isArray(completion);
}
