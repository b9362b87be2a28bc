import { isJsonObject, isTooDeep, type JsonObject, maxJsonDepth } from '@modegate/json';
import { needsTask } from './strip-task-support.ts';

/** The tools of one server as `tools/list` gave them. */
export interface ServerTools {
  readonly name: string;
  readonly tools: readonly JsonObject[];
}

/** A definition that is left out of the catalogue, and why. */
export interface CatalogueProblem {
  readonly server: string;
  /** The name of the tool where it has one, cut to 100 characters. */
  readonly tool: string | undefined;
  /** A sentence that says what is wrong with the definition. */
  readonly message: string;
}

/** A definition that goes into the catalogue. */
export interface AcceptedDefinition {
  readonly server: string;
  readonly name: string;
  readonly definition: JsonObject;
}

/** The definitions of all servers, sorted into good ones and problems. */
export interface AcceptedDefinitions {
  /** No two of one server and name. */
  readonly accepted: readonly AcceptedDefinition[];
  /** The first 100 problems. */
  readonly problems: readonly CatalogueProblem[];
  readonly problemCount: number;
}

/**
 * Separates the definitions that go into the catalogue from those that are left out. Of several with one name the first stays.
 *
 * @param wasAccepted - Whether a definition is known to be good; asked to save the work of looking at it again.
 */
export function acceptDefinitions(
  servers: readonly ServerTools[],
  wasAccepted: (server: string, name: string, definition: JsonObject) => boolean,
): AcceptedDefinitions {
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
      else if (own.has(name)) report.add(server, name, 'The server lists another tool of the same name before it.');
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

/** The longest name of a tool that is accepted. The protocol recommends at most 128 characters. */
const maxToolNameLength = 1_000;

/**
 * What is wrong with the definition of a tool, as a sentence; `undefined` when nothing is.
 *
 * The rules are those of the `Tool` of MCP 2025-11-25. A client may refuse a whole list for one definition that breaks them, so that such a
 * tool would take all others down with it.
 */
function findDefinitionProblem(definition: unknown): string | undefined {
  if (!isJsonObject(definition)) return `It must be an object, and is ${kindOf(definition)}.`;
  const { name, inputSchema } = definition;
  if (typeof name !== 'string' || name === '') return `Its name must be a text with content, and is ${kindOf(name)}.`;
  if (name.length > maxToolNameLength) {
    return `Its name has ${name.length} characters, and at most ${maxToolNameLength} are accepted.`;
  }
  if (!isJsonObject(inputSchema)) return `Its inputSchema must be an object, and is ${kindOf(inputSchema)}.`;
  if (inputSchema.type !== 'object') {
    return `The type of its inputSchema must be "object", and is ${quote(inputSchema.type)}.`;
  }
  if (needsTask(definition)) {
    return 'Its execution.taskSupport is "required", and the gateway does not carry the tasks of MCP.';
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
  return `Its ${path}${key} must be ${described[type]} or absent, and is ${kindOf(value[key])}.`;
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
