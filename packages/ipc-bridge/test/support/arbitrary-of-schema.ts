import fc from 'fast-check';

/** The parts of a zod 3 schema that this reads: the official schemas are written in it. */
export interface OfficialSchema {
  readonly _def: {
    readonly typeName: string;
    readonly type?: OfficialSchema;
    readonly innerType?: OfficialSchema;
    readonly schema?: OfficialSchema;
    readonly keyType?: OfficialSchema;
    readonly valueType?: OfficialSchema;
    readonly items?: readonly OfficialSchema[];
    readonly options?: readonly OfficialSchema[] | ReadonlyMap<unknown, OfficialSchema>;
    readonly values?: readonly unknown[];
    readonly value?: unknown;
    readonly checks?: readonly { readonly kind: string; readonly value?: number; readonly regex?: RegExp }[];
  };
  readonly shape?: Readonly<Record<string, OfficialSchema>>;
}

/** Builds the values that a schema of the official types accepts. */
export function arbitraryOfSchema(schema: OfficialSchema): fc.Arbitrary<unknown> {
  const definition = schema._def;
  switch (definition.typeName) {
    case 'ZodString':
      return fc.string({ unit: 'binary', maxLength: 20 });
    case 'ZodNumber':
      return numberFor(definition.checks ?? []);
    case 'ZodBoolean':
      return fc.boolean();
    case 'ZodUndefined':
      return fc.constant(undefined);
    case 'ZodUnknown':
    case 'ZodAny':
      return fc.jsonValue({ maxDepth: 2 });
    case 'ZodLiteral':
      return fc.constant(definition.value);
    case 'ZodEnum':
      return fc.constantFrom(...(definition.values ?? []));
    case 'ZodOptional':
      return fc.option(inner(definition.innerType), { nil: undefined });
    case 'ZodNullable':
      return fc.option(inner(definition.innerType), { nil: null });
    case 'ZodDefault':
      return inner(definition.innerType);
    // What a refinement refuses is among them.
    case 'ZodEffects':
      return inner(definition.schema);
    case 'ZodArray':
      return fc.array(inner(definition.type), { maxLength: 3 });
    case 'ZodTuple':
      return fc.tuple(...(definition.items ?? []).map(arbitraryOfSchema));
    case 'ZodUnion':
    case 'ZodDiscriminatedUnion':
      return fc.oneof(...[...(definition.options ?? []).values()].map(arbitraryOfSchema));
    case 'ZodRecord':
      return fc.dictionary(inner(definition.keyType) as fc.Arbitrary<string>, inner(definition.valueType), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case 'ZodObject':
      return fc.record(
        Object.fromEntries(Object.entries(schema.shape ?? {}).map(([key, field]) => [key, arbitraryOfSchema(field)])),
        { noNullPrototype: true },
      );
    default:
      throw new Error(`No values are known for ${definition.typeName}.`);
  }
}

function inner(schema: OfficialSchema | undefined): fc.Arbitrary<unknown> {
  if (schema === undefined) throw new Error('The schema has no inner schema.');
  return arbitraryOfSchema(schema);
}

function numberFor(checks: readonly { readonly kind: string; readonly value?: number }[]): fc.Arbitrary<number> {
  const limit = (kind: string) => checks.find((check) => check.kind === kind)?.value;
  const [min = -1000, max = 1e9] = [limit('min'), limit('max')];
  return checks.some((check) => check.kind === 'int')
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
}
