/** The upstream that the conformance suite asks for: its tools, resources, prompts and completions, as a server of revision 2025-11-25. */
import { setTimeout as pause } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  type GetPromptResult,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  SubscribeRequestSchema,
  type Tool,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { elicit as askFor, askingTools, headerTool } from './conformance-questions.ts';

type Json = Record<string, unknown>;
interface CallContext {
  readonly given: Json;
  readonly progressToken: string | number | undefined;
}
interface Fixture extends Pick<Tool, 'name' | 'description' | 'inputSchema'> {
  readonly run: (context: CallContext) => unknown;
}

// One black pixel, and no sound at all.
const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const audio = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const tools: readonly Fixture[] = [
  fixture('test_simple_text', 'Answers with a sentence.', () => [
    sentence('This is a simple text response for testing.'),
  ]),
  fixture('test_image_content', 'Answers with an image.', () => [
    { type: 'image', data: image, mimeType: 'image/png' },
  ]),
  fixture('test_audio_content', 'Answers with a sound.', () => [{ type: 'audio', data: audio, mimeType: 'audio/wav' }]),
  fixture('test_embedded_resource', 'Answers with a resource.', () => [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]),
  fixture('test_multiple_content_types', 'Answers with several things.', () => [
    sentence('Multiple content types test:'),
    { type: 'image', data: image, mimeType: 'image/png' },
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  fixture('test_tool_with_logging', 'Writes three log lines while it runs.', async () => {
    await log('Tool execution started');
    await pause(50);
    await log('Tool processing data');
    await pause(50);
    await log('Tool execution completed');
    return [sentence('Logged three lines.')];
  }),
  fixture('test_error_handling', 'Always fails.', () => {
    throw new ToolFailure('This tool intentionally returns an error for testing');
  }),
  fixture('test_tool_with_progress', 'Reports its progress three times.', async ({ progressToken }) => {
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await server.notification({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      await pause(50);
    }
    return [sentence('Reported the progress.')];
  }),
  fixture(
    'test_sampling',
    'Asks the model of the client.',
    async ({ given }) => {
      const content = { type: 'text' as const, text: String(given.prompt) };
      const answered = await server.createMessage({ messages: [{ role: 'user', content }], maxTokens: 100 });
      return [sentence(`LLM response: ${JSON.stringify(answered.content)}`)];
    },
    { prompt: { type: 'string' } },
  ),
  fixture(
    'test_elicitation',
    'Asks the user of the client.',
    async ({ given }) => {
      const properties = {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      };
      const answered = await elicit(String(given.message), { properties, required: ['username', 'email'] });
      return [sentence(`User response: ${JSON.stringify(answered)}`)];
    },
    { message: { type: 'string' } },
  ),
  fixture('test_elicitation_sep1034_defaults', 'Asks with a default for each primitive type.', () =>
    elicited({
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  ),
  fixture('test_elicitation_sep1330_enums', 'Asks with each form of enumeration.', () =>
    elicited({
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled('Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
    }),
  ),
  {
    name: 'json_schema_2020_12_tool',
    description: 'Has an input schema with the words of JSON Schema 2020-12.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      // As text: an object with the key 'then' would be taken for a promise.
      ...JSON.parse(`{
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] }
      }`),
      additionalProperties: false,
    },
    run: ({ given }) => [sentence(JSON.stringify(given))],
  },
  ...Object.entries(askingTools).map(([name, ask]) =>
    fixture(name, 'Does what its name says.', async () => [sentence(await ask(server))]),
  ),
  fixture('test_trigger_tool_change', 'Adds a tool.', async () => {
    added.tools += 1;
    await server.sendToolListChanged();
    return [sentence('The tools have changed.')];
  }),
  fixture('test_trigger_prompt_change', 'Adds a prompt.', async () => {
    added.prompts += 1;
    await server.sendPromptListChanged();
    return [sentence('The prompts have changed.')];
  }),
  { ...headerTool, run: ({ given }) => [sentence(JSON.stringify(given))] },
];

const resources: Readonly<Record<string, Json>> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: image },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
};

const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true });
const prompts = [
  { name: 'test_simple_prompt', description: 'A simple prompt.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with arguments.',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that embeds a resource.',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with an image.' },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks first.' },
];

class ToolFailure extends Error {}

const server = new Server(
  { name: 'conformance', version: '1.0.0' },
  {
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      logging: {},
      completions: {},
    },
  },
);

// Each trigger adds one.
const added = { tools: 0, prompts: 0 };
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `added_${index}`);
const allTools = () => [...tools, ...namesOf(added.tools).map((name) => fixture(name, 'Added.', () => []))];
const allPrompts = () => [...prompts, ...namesOf(added.prompts).map((name) => ({ name, description: 'Added.' }))];

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: allTools().map(({ run: _run, ...tool }) => tool) }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const found = allTools().find((tool) => tool.name === params.name);
  if (found === undefined) throw new McpError(-32602, `Unknown tool ${params.name}`);
  try {
    return {
      content: (await found.run({
        given: params.arguments ?? {},
        progressToken: params._meta?.progressToken,
      })) as Json[],
    };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { isError: true, content: [sentence(error.message)] };
  }
});
server.setRequestHandler(ListResourcesRequestSchema, () => ({
  resources: Object.entries(resources).map(([uri, { mimeType }]) => ({
    uri,
    name: uri.slice('test://'.length),
    description: `The resource ${uri}.`,
    mimeType: String(mimeType),
  })),
}));
server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
  resourceTemplates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      description: 'Data by id.',
      mimeType: 'application/json',
    },
  ],
}));
server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: data }] };
  }
  const found = resources[uri];
  if (found === undefined) throw new McpError(-32002, `No resource ${uri}`, { uri });
  return { contents: [{ uri, ...found }] } as ReadResourceResult;
});
server.setRequestHandler(SubscribeRequestSchema, () => ({}));
server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: allPrompts() }));
server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
  if (!prompts.some((prompt) => prompt.name === params.name))
    throw new McpError(-32602, `Unknown prompt ${params.name}`);
  if (params.name === 'test_input_required_result_prompt') await askFor(server, 'What is the context?', 'context');
  const messages = contentOf(params.name, params.arguments ?? {}).map((content) => ({ role: 'user', content }));
  return { messages } as GetPromptResult;
});
server.setRequestHandler(CompleteRequestSchema, ({ params }) => {
  const values = ['paris', 'park', 'party'].filter((value) => value.startsWith(params.argument.value));
  return { completion: { values, total: values.length, hasMore: false } };
});

await server.connect(new StdioServerTransport());
process.stdin.once('end', () => process.exit(0));

function fixture(
  name: string,
  description: string,
  run: Fixture['run'],
  properties: Record<string, object> = {},
): Fixture {
  return { name, description, inputSchema: { type: 'object', properties, required: Object.keys(properties) }, run };
}

function sentence(text: string) {
  return { type: 'text', text };
}

function embedded(uri: string, mimeType: string, text: string) {
  return { type: 'resource', resource: { uri, mimeType, text } };
}

function log(data: string): Promise<void> {
  return server.sendLoggingMessage({ level: 'info', logger: 'fixture', data });
}

function titled(word: string) {
  return ['First', 'Second', 'Third'].map((rank, index) => ({ const: `value${index + 1}`, title: `${rank} ${word}` }));
}

// The schema of the question is sent as it stands; the SDK's own method would check it first.
function elicit(message: string, schema: Json) {
  const params = { message, requestedSchema: { type: 'object', ...schema } };
  return server.request({ method: 'elicitation/create', params } as never, ElicitResultSchema);
}

async function elicited(properties: Json) {
  const { action, content } = await elicit('Please fill in', { properties, required: [] });
  return [sentence(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)];
}

function contentOf(prompt: string, given: Record<string, string>): readonly object[] {
  const said: Readonly<Record<string, readonly object[]>> = {
    test_simple_prompt: [sentence('This is a simple prompt for testing.')],
    test_prompt_with_arguments: [sentence(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`)],
    test_prompt_with_embedded_resource: [
      embedded(String(given.resourceUri), 'text/plain', 'Embedded resource content for testing.'),
      sentence('Please process the embedded resource above.'),
    ],
    test_input_required_result_prompt: [sentence('Asked.')],
    test_prompt_with_image: [
      { type: 'image', data: image, mimeType: 'image/png' },
      sentence('Please analyze the image above.'),
    ],
  };
  return said[prompt] ?? [];
}
