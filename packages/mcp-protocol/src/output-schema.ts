import { isJsonObject, type JsonObject } from './json-rpc.ts';

const FAILURE: JsonObject = {
  type: 'object',
  description: 'Present when the call failed or was refused.',
  properties: {
    code: { type: 'integer' },
    name: { type: 'string' },
    message: { type: 'string' },
    data: { type: 'object' },
  },
  required: ['code', 'name', 'message'],
};

/**
 * Widens the schema of a tool's structured content by the `error` of a failed call.
 *
 * @remarks MCP 2025-11-25 lets a failed call have any structured content, but SDK v1 clients hold it to the schema all
 * the same and would show the user their own complaint instead of the reason.
 */
export function withFailure(output: JsonObject): JsonObject {
  const { $schema, $defs, ...schema } = output;
  const head = { ...($schema === undefined ? {} : { $schema }), type: 'object' };
  const tail = $defs === undefined ? {} : { $defs };
  const { properties, required = [], ...rest } = schema;
  if (!isJsonObject(properties) || 'error' in properties || 'anyOf' in schema) {
    return {
      ...head,
      anyOf: [schema, { type: 'object', properties: { error: FAILURE }, required: ['error'] }],
      ...tail,
    };
  }
  return {
    ...head,
    properties: { ...properties, error: FAILURE },
    anyOf: [{ required }, { required: ['error'] }],
    ...rest,
    ...tail,
  };
}
