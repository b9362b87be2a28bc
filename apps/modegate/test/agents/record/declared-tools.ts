import { isJsonObject, type JsonObject } from '@modegate/json';
import { readFunctions, readScriptTools } from './declared-in-text.ts';
import { type Places, readPlaces } from './schema-places.ts';

/**
 * The tools that a request to a model declares, by their names; a tool in a group is `group.name`. What a search has found counts, wherever in
 * the request it is told, and so do the tools that the code of a script may call.
 */
export function readDeclared(request: string): ReadonlyMap<string, Places> {
  const declared = new Map<string, Places>();
  look(declared, JSON.parse(request));
  return declared;
}

function look(declared: Map<string, Places>, value: unknown, key = ''): void {
  if (typeof value === 'string') {
    // A description may show the form of an answer.
    const found = key === 'description' ? readScriptTools(value) : [...readFunctions(value), ...readScriptTools(value)];
    for (const [name, places] of found) declared.set(name, places);
  } else if (Array.isArray(value)) for (const item of value) look(declared, item);
  else if (isJsonObject(value)) {
    // A group is read with its name, where it is one of the tools.
    if (value.type !== 'namespace') for (const tool of listOf(value.tools)) addTool(declared, tool, '');
    for (const [name, member] of Object.entries(value)) look(declared, member, name);
  }
}

function addTool(declared: Map<string, Places>, tool: unknown, group: string): void {
  if (!isJsonObject(tool)) return;
  for (const one of listOf(tool.functionDeclarations)) addTool(declared, one, group);
  if (tool.functionDeclarations !== undefined) return;
  if (tool.type === 'namespace') {
    for (const one of listOf(tool.tools)) addTool(declared, one, groupOf(tool));
    return;
  }
  const inner = [tool.function, tool.custom].find(isJsonObject) ?? tool;
  // What the vendor's own API does, such as a search on the web, has a type and no name.
  const name = inner.name ?? tool.type;
  if (typeof name === 'string') declared.set(group + name, tool.type === 'custom' ? plainText : placesOf(inner));
}

/** The group of the tools that are in no group has a name too. */
function groupOf({ name }: JsonObject): string {
  return name === 'functions' ? '' : `${String(name)}.`;
}

/** What a tool takes that is called with a text instead of an object. */
const plainText: Places = { parameters: { '': 'string' }, required: [''] };

function placesOf(tool: JsonObject): Places {
  return readPlaces(tool.input_schema ?? tool.parametersJsonSchema ?? tool.parameters);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
