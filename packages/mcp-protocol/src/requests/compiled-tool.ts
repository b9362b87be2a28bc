import { defined, isJsonObject, type JsonObject, lazy, plainNumbers } from '@modegate/json';
import * as z from 'zod';
// Not imported as z.core, because a bundler would include all of zod's languages.
import { $ZodAsyncError } from 'zod/v4/core';
import type { ToolDefinition } from '../definitions/tool.ts';
import { wireError } from '../json-rpc/wire-errors.ts';
import { type ArgumentProblem, argumentProblems, describeProblem } from './argument-problems.ts';
import { boundProblems } from './bound-problems.ts';

/** The wire error for arguments that do not match the tool's schema. */
export type InvalidArgumentsName = 'VALIDATION_ERROR' | 'INVALID_PARAMS';

/** A tool with its JSON Schemas and parsers. */
export interface CompiledTool {
  readonly tool: ToolDefinition;
  /** The tool as listed by `tools/list`. */
  readonly listed: JsonObject;
  /**
   * Parses arguments, possibly asynchronously. @throws {WireError} With the given name and a list of the invalid
   * fields.
   */
  parseInput(value: unknown, failure: InvalidArgumentsName): unknown;
  /**
   * Parses structured content, possibly asynchronously, and drops members that the schema does not define. @throws
   * {Error} if the content does not match the schema.
   */
  parseOutput(value: unknown): unknown;
}

const compiled = new WeakMap<ToolDefinition, CompiledTool>();
const NO_ARGUMENTS = z.object({});
const TOOL_NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/** Compiles a tool; each definition is compiled only once. @throws {TypeError} if the tool's name is invalid. */
export function compileTool(tool: ToolDefinition): CompiledTool {
  const known = compiled.get(tool);
  if (known !== undefined) return known;
  if (!TOOL_NAME.test(tool.name)) {
    throw new TypeError(`Tool name ${JSON.stringify(tool.name)} must be 1 to 128 characters from A-Z a-z 0-9 _ - . /`);
  }
  const made = makeCompiledTool(tool);
  compiled.set(tool, made);
  return made;
}

/** Returns the tool as listed by `tools/list`. @throws {TypeError} if the tool's name is invalid. */
export function listedDefinition(tool: ToolDefinition): JsonObject {
  return compileTool(tool).listed;
}

function makeCompiledTool(tool: ToolDefinition): CompiledTool {
  const { output } = tool;
  const input = tool.inputSchema === undefined ? closed(tool.input ?? NO_ARGUMENTS) : undefined;
  const list = lazy(() => listedTool(tool, input));
  return {
    tool,
    get listed() {
      return list();
    },
    parseInput: (value, failure) => {
      if (input === undefined) return value;
      const beyond = boundProblems(value, listedInput(list()));
      if (beyond.length > 0) throw invalidArguments(failure, tool.name, beyond);
      return settle(parsePlainly(input, value), (error) => {
        const problems = argumentProblems(error.issues, plainNumbers(value), listedInput(list()));
        throw invalidArguments(failure, tool.name, problems);
      });
    },
    parseOutput: (value) => {
      if (output === undefined) return value;
      return settle(parseWith(output, value), (error) => {
        throw new Error(
          `Tool '${tool.name}' returned structured content that does not match its output schema: ${error.message}`,
          { cause: error },
        );
      });
    },
  };
}

function listedInput({ inputSchema }: JsonObject): JsonObject {
  return isJsonObject(inputSchema) ? inputSchema : {};
}

type Parsed = z.ZodSafeParseResult<unknown>;

// Synchronous parsing is several times cheaper; a schema with asynchronous checks throws $ZodAsyncError.
function parseWith(schema: z.ZodType, value: unknown): Parsed | Promise<Parsed> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof $ZodAsyncError) return schema.safeParseAsync(value);
    throw error;
  }
}

// JavaScript rounds large numbers. If a number whose spelling was preserved does not match the schema, the nearest
// ordinary number is tried.
function parsePlainly(schema: z.ZodType, value: unknown): Parsed | Promise<Parsed> {
  const parsed = parseWith(schema, value);
  if (parsed instanceof Promise)
    return parsed.then((result) => (result.success ? result : parseAgain(schema, value, result)));
  return parsed.success ? parsed : parseAgain(schema, value, parsed);
}

function parseAgain(schema: z.ZodType, value: unknown, failed: Parsed): Parsed | Promise<Parsed> {
  const plain = plainNumbers(value);
  return plain === value ? failed : parseWith(schema, plain);
}

function settle(parsed: Parsed | Promise<Parsed>, refuse: (error: z.ZodError) => never): unknown {
  if (parsed instanceof Promise) return parsed.then((result) => settle(result, refuse));
  return parsed.success ? parsed.data : refuse(parsed.error);
}

function invalidArguments(failure: InvalidArgumentsName, tool: string, problems: readonly ArgumentProblem[]): Error {
  const listed = problems.map((problem) => describeProblem(problem)).join('; ');
  return wireError(failure, `Invalid arguments for tool '${tool}': ${listed}.`, { tool, problems });
}

// A misspelt optional argument must not be dropped silently, so objects that have no rule for unknown keys are made to
// reject such keys.
const closed = onceEach((schema: z.ZodType): z.ZodType => {
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
});

/**
 * Memoises a function that takes a schema, because servers for different principals have their own tools based on the
 * same schemas.
 */
function onceEach<Made>(make: (schema: z.ZodType) => Made): (schema: z.ZodType) => Made {
  const known = new WeakMap<z.ZodType, Made>();
  return (schema) => {
    const made = known.get(schema) ?? make(schema);
    known.set(schema, made);
    return made;
  };
}

function listedTool(tool: ToolDefinition, input: z.ZodType | undefined): JsonObject {
  const { name, title, description, annotations, extra } = tool;
  const outputSchema = tool.outputSchema ?? (tool.output && outputSchemaOf(tool.output));
  const inputSchema = tool.inputSchema ?? (input === undefined ? { type: 'object' } : inputSchemaOf(input));
  return { ...extra, ...defined({ name, title, description, inputSchema, outputSchema, annotations }) };
}

const inputSchemaOf = onceEach((input) => jsonSchemaOf(input, 'input'));
const outputSchemaOf = onceEach((output) => withFailure(jsonSchemaOf(output, 'output')));

// MCP 2025-11-25 requires `type: "object"` at the root, which zod omits for unions, and treats a schema without
// `$schema` as draft 2020-12.
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropNoise(jsonSchema),
  });
  return { type: 'object', ...written };
}

/**
 * Drops keywords that carry no information, such as the bounds of safe integers, and the details of parts that are
 * listed briefly. Every word costs the model tokens.
 */
function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.brief === true) {
    for (const key of Object.keys(schema)) if (key !== 'type' && key !== 'description') delete schema[key];
    return;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (isJsonObject(schema.propertyNames) && Object.keys(schema.propertyNames).join() === 'type')
    delete schema.propertyNames;
  if (isJsonObject(schema.additionalProperties) && Object.keys(schema.additionalProperties).length === 0)
    delete schema.additionalProperties;
}

/** Schema of a failure: code, name, message and data. */
const FAILURE: JsonObject = { type: 'object' };

/**
 * Adds the `error` from a failed call to the schema of a tool's structured content.
 *
 * @remarks MCP 2025-11-25 allows any structured content in a failed call, but SDK v1 clients validate it against the
 * schema and would show their own error instead of the server's.
 */
function withFailure(output: JsonObject): JsonObject {
  const { $defs, ...given } = output;
  const { additionalProperties, ...open } = given;
  // Results are parsed before they are sent, so they have no additional members.
  const schema = additionalProperties === false ? open : given;
  const head = { type: 'object' };
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
