import { isJsonObject, type JsonObject, plainNumbers } from '@modegate/json';
import * as z from 'zod';
// Not as z.core: a bundler would take all of zod's languages in with it.
import { $ZodAsyncError } from 'zod/v4/core';
import type { ToolDefinition } from '../definitions/tool.ts';
import { wireError } from '../json-rpc/wire-errors.ts';
import { type ArgumentProblem, argumentProblems, describeProblem } from './argument-problems.ts';
import { boundProblems } from './bound-problems.ts';

/** The wire error of arguments that do not fit the schema of their tool. */
export type InvalidArgumentsName = 'VALIDATION_ERROR' | 'INVALID_PARAMS';

/** A tool with its JSON Schemas written and its parsers at hand. */
export interface CompiledTool {
  readonly tool: ToolDefinition;
  /** The tool as `tools/list` shows it. */
  readonly listed: JsonObject;
  /** Parses arguments, or promises to. @throws {WireError} of the given name, naming each bad field. */
  parseInput(value: unknown, failure: InvalidArgumentsName): unknown;
  /** Parses structured content, or promises to, dropping what the schema does not have. @throws {Error} when it does not fit. */
  parseOutput(value: unknown): unknown;
}

const compiled = new WeakMap<ToolDefinition, CompiledTool>();
const NO_ARGUMENTS = z.object({});
const TOOL_NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/** Compiles a tool once, however often it is asked for. @throws {TypeError} when its name is not a tool name. */
export function compileTool(tool: ToolDefinition): CompiledTool {
  const known = compiled.get(tool);
  if (known !== undefined) return known;
  if (!TOOL_NAME.test(tool.name)) {
    throw new TypeError(`Tool name ${JSON.stringify(tool.name)} must be 1 to 128 of A-Z a-z 0-9 _ - . /`);
  }
  const made = makeCompiledTool(tool);
  compiled.set(tool, made);
  return made;
}

/** A tool as `tools/list` shows it. @throws {TypeError} when its name is not a tool name. */
export function listedDefinition(tool: ToolDefinition): JsonObject {
  return compileTool(tool).listed;
}

function makeCompiledTool(tool: ToolDefinition): CompiledTool {
  const { output } = tool;
  const input = tool.inputSchema === undefined ? closed(tool.input ?? NO_ARGUMENTS) : undefined;
  let listed: JsonObject | undefined;
  const list = (): JsonObject => {
    listed ??= listedTool(tool, input);
    return listed;
  };
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
          `Tool '${tool.name}' returned structured content that does not fit its output schema: ${error.message}`,
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

// The synchronous way is several times cheaper; a schema with asynchronous checks says so by throwing $ZodAsyncError.
function parseWith(schema: z.ZodType, value: unknown): Parsed | Promise<Parsed> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof $ZodAsyncError) return schema.safeParseAsync(value);
    throw error;
  }
}

// A schema knows no numbers beyond those of JavaScript, so where one of those did not fit, the nearest one is tried.
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

// A misspelt optional argument must not be dropped in silence, so an object that says nothing about unknown keys is closed.
const closed = onceEach((schema: z.ZodType): z.ZodType => {
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
});

/** What a function makes of a schema, made once: a server for each of many principals has tools of its own over the same schemas. */
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
  const outputSchema = tool.outputSchema ?? (tool.output === undefined ? undefined : outputSchemaOf(tool.output));
  return {
    ...extra,
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: tool.inputSchema ?? (input === undefined ? { type: 'object' } : inputSchemaOf(input)),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

const inputSchemaOf = onceEach((input) => jsonSchemaOf(input, 'input'));
const outputSchemaOf = onceEach((output) => withFailure(jsonSchemaOf(output, 'output')));

// MCP 2025-11-25 wants `type: "object"` at the root, which zod leaves out of unions, and takes a schema without `$schema` for one of draft 2020-12.
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema, ...written } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropNoise(jsonSchema),
  });
  return { type: 'object', ...written };
}

/** Drops what says nothing, such as the bounds of all safe integers, and what a part is made of that is listed in brief. A model pays for each word. */
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

/** Code, name, message and data of a failure. */
const FAILURE: JsonObject = { type: 'object' };

/**
 * Widens the schema of a tool's structured content by the `error` of a failed call.
 *
 * @remarks MCP 2025-11-25 lets a failed call have any structured content, but SDK v1 clients hold it to the schema all
 * the same and would show the user their own complaint instead of the reason.
 */
function withFailure(output: JsonObject): JsonObject {
  const { $defs, ...given } = output;
  const { additionalProperties, ...open } = given;
  // What is sent was parsed, so there are no other members to rule out.
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
