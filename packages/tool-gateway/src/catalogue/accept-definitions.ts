import { isJsonObject, isTooDeep, type JsonObject, maxJsonDepth } from '@modegate/json';
import { needsTask } from './strip-task-support.ts';

/** A server's tools, as returned by `tools/list`. */
export interface ServerTools {
  readonly name: string;
  readonly tools: readonly JsonObject[];
}

/** A definition that was excluded from the catalogue, with the reason. */
export interface CatalogueProblem {
  readonly server: string;
  /** Name of the tool if it has one, truncated to 100 characters. */
  readonly tool: string | undefined;
  /** A sentence that describes the problem. */
  readonly message: string;
}

/** A definition accepted into the catalogue. */
export interface AcceptedDefinition {
  readonly server: string;
  readonly name: string;
  readonly definition: JsonObject;
}

/**
 * Separates valid definitions from invalid ones. If several definitions have the same name, only the first is accepted.
 *
 * @param wasAccepted - True for definitions that were accepted before and need no further check.
 * @returns The accepted definitions, unique by server and name, and the first 100 problems.
 */
export function acceptDefinitions(
  servers: readonly ServerTools[],
  wasAccepted: (server: string, name: string, definition: JsonObject) => boolean,
) {
  const byServer = new Map<string, Map<string, AcceptedDefinition>>();
  const report = createReport();
  for (const { name: server, tools } of servers) {
    const own = byServer.get(server) ?? new Map<string, AcceptedDefinition>();
    byServer.set(server, own);
    for (const definition of tools) {
      const name = isJsonObject(definition) ? definition.name : undefined;
      const isGood = typeof name === 'string' && wasAccepted(server, name, definition);
      const problem = isGood ? undefined : findDefinitionProblem(definition);
      if (typeof name !== 'string' || problem !== undefined) report.add(server, name, problem ?? 'It has no name.');
      else if (own.has(name))
        report.add(server, name, 'The server lists another tool with the same name before this one.');
      else own.set(name, { server, name, definition });
    }
  }
  const accepted = [...byServer.values()].flatMap((own) => [...own.values()]);
  return { accepted, problems: report.problems, problemCount: report.count };
}

const maxProblems = 100;

function createReport() {
  const problems: CatalogueProblem[] = [];
  const report = {
    problems,
    count: 0,
    add: (server: string, name: unknown, message: string): void => {
      report.count += 1;
      const tool = typeof name === 'string' ? name.slice(0, 100) : undefined;
      if (problems.length < maxProblems) problems.push({ server, tool, message });
    },
  };
  return report;
}

/** Maximum length of a tool's name. The protocol recommends at most 128 characters. */
const maxToolNameLength = 1_000;

/**
 * Describes the problem with a tool's definition; `undefined` if there is no problem.
 *
 * Checks the rules for `Tool` in MCP 2025-11-25. A client may reject a whole list because of a single invalid
 * definition, so an invalid tool would hide all others.
 */
function findDefinitionProblem(definition: unknown): string | undefined {
  if (!isJsonObject(definition)) return `It must be an object, but is ${kindOf(definition)}.`;
  const { name, inputSchema } = definition;
  if (typeof name !== 'string' || name === '') return `Its name must be a non-empty string, but is ${kindOf(name)}.`;
  if (name.length > maxToolNameLength) {
    return `Its name is ${name.length} characters long, but at most ${maxToolNameLength} are accepted.`;
  }
  if (!isJsonObject(inputSchema)) return `Its inputSchema must be an object, but is ${kindOf(inputSchema)}.`;
  if (inputSchema.type !== 'object') {
    return `The type of its inputSchema must be "object", but is ${quote(inputSchema.type)}.`;
  }
  if (needsTask(definition)) {
    return 'Its execution.taskSupport is "required", but the gateway does not support MCP tasks.';
  }
  return (
    findWrongMember(definition, { ...memberTypes, outputSchema: 'object', annotations: 'object', _meta: 'object' }) ??
    findWrongMember(definition.annotations, hintTypes, 'annotations.') ??
    (isTooDeep(definition) ? `It is nested more than ${maxJsonDepth} levels deep.` : undefined)
  );
}

type MemberType = 'string' | 'boolean' | 'object';

const memberTypes = { title: 'string', description: 'string' } as const;

const hintTypes = {
  title: 'string',
  readOnlyHint: 'boolean',
  destructiveHint: 'boolean',
  idempotentHint: 'boolean',
  openWorldHint: 'boolean',
} as const;

function findWrongMember(value: unknown, types: Readonly<Record<string, MemberType>>, path = ''): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const wrong = Object.entries(types).find(([key, type]) => value[key] !== undefined && !isOfType(value[key], type));
  if (wrong === undefined) return undefined;
  const [key, type] = wrong;
  return `Its ${path}${key} must be ${described[type]} or absent, but is ${kindOf(value[key])}.`;
}

const described = { string: 'a text', boolean: 'true or false', object: 'an object' } as const;

function isOfType(value: unknown, type: MemberType): boolean {
  return type === 'object' ? isJsonObject(value) : typeof value === type;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (value === '') return 'empty';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
}
