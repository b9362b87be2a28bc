import { isJsonObject } from '@modegate/json';
import { type Places, readPlaces, sortByName } from './schema-places.ts';

/** The tools that a search of Qwen Code answers: `<function>{ "name": …, "parameters": … }</function>`. */
export function readFunctions(text: string): readonly (readonly [string, Places])[] {
  return [...text.matchAll(/<function>(\{.*?\})<\/function>/gs)].map(([, json = '']) => {
    const tool: unknown = JSON.parse(json);
    if (!isJsonObject(tool) || typeof tool.name !== 'string') throw new Error(`A function without a name: ${json}`);
    return [tool.name, readPlaces(tool.parameters ?? tool.parametersJsonSchema)] as const;
  });
}

/** The tools that the scripts of Codex may call: `declare const tools: { name(args: { … }): … }`, with one parameter a line, in TypeScript. */
export function readScriptTools(text: string): readonly (readonly [string, Places])[] {
  const declaration =
    /^declare const tools: \{ (\w+)\((input: string|args: \{\}|args: \{ ([^\n{}]+)\}|args: \{\n(.*?)^\})\): Promise</gms;
  const found = [...text.matchAll(declaration)];
  const announced = text.match(/^declare const tools: \{ \w/gm)?.length ?? 0;
  if (found.length !== announced)
    throw new Error(`${announced} tools are declared, and ${found.length} could be read.`);
  return found.map(
    ([, name = '', input = '', line, lines]) => [name, readMembers(input, line ?? lines ?? '')] as const,
  );
}

function readMembers(input: string, members: string): Places {
  if (input === 'input: string') return { parameters: { '': 'string' }, required: [''] };
  const lines = members.split('\n').filter((line) => !line.trim().startsWith('//'));
  const typed = lines.flatMap((line) => line.split(/(?<=;) /)).filter((one) => one.trim() !== '');
  const found = typed.map((line) => {
    const [, name, mark, type] = /^ *"?([^"?:]+)"?(\??): (.+);$/.exec(line) ?? [];
    if (name === undefined || type === undefined) throw new Error(`A parameter that cannot be read: ${line}`);
    const [, item] = /^Array<(.+)>$/.exec(type) ?? [];
    return {
      place: item === undefined ? name : `${name}[]`,
      type: typeOf(item ?? type),
      isRequired: mark === '' && name,
    };
  });
  return {
    parameters: Object.fromEntries(sortByName(found.map(({ place, type }) => [place, type]))),
    required: found.flatMap(({ isRequired }) => (isRequired === false ? [] : [isRequired])).toSorted(),
  };
}

/** Texts to choose from are texts. */
function typeOf(type: string): string {
  if (/^"[^"]*"(?: \| "[^"]*")*$/.test(type)) return 'string';
  if (/^(?:string|number|boolean)$/.test(type)) return type;
  throw new Error(`A type that cannot be read: ${type}`);
}
