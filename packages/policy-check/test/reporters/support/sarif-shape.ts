import { z } from 'zod';

// The parts of SARIF 2.1.0 that this project writes, each with the properties the standard gives it and no others (sections 3.13 to 3.58).

const text = z.strictObject({ text: z.string().min(1) });
const level = z.enum(['none', 'note', 'warning', 'error']);

const artifactLocation = z
  .strictObject({ uri: z.string().min(1), uriBaseId: z.string().optional() })
  .refine(({ uri, uriBaseId }) => (uriBaseId === undefined) === /^[a-z]+:/.test(uri), 'relative exactly with a base')
  .refine(({ uri }) => /^[\w!$&'()*+,;=:@%./~-]+$/.test(uri) && !/%(?![0-9A-F]{2})/.test(uri), 'RFC 3986 characters');

const textRegion = z
  .strictObject({
    startLine: z.int().min(1),
    startColumn: z.int().min(1),
    endLine: z.int().min(1),
    endColumn: z.int().min(1),
  })
  .refine((region) => region.endLine >= region.startLine)
  .refine((region) => region.endLine > region.startLine || region.endColumn >= region.startColumn);

const offsetRegion = z.strictObject({ charOffset: z.int().min(0), charLength: z.int().min(0) });

const location = z.strictObject({
  id: z.int().min(0).optional(),
  physicalLocation: z.strictObject({ artifactLocation, region: textRegion }),
  logicalLocations: z.array(z.strictObject({ fullyQualifiedName: z.string() })).optional(),
  message: text.optional(),
});

const rule = z.strictObject({
  id: z.string(),
  name: z.string(),
  shortDescription: text,
  fullDescription: text,
  helpUri: z.url(),
  help: text,
  defaultConfiguration: z.strictObject({ level }),
  properties: z.strictObject({
    tags: z.array(z.string()),
    'security-severity': z.string().refine((score) => Number(score) > 0 && Number(score) <= 10),
  }),
});

const result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0).optional(),
  level,
  message: text,
  locations: z.array(location).length(1),
  relatedLocations: z.array(location).min(1).optional(),
  partialFingerprints: z.record(z.string(), z.string()),
  baselineState: z.enum(['new', 'unchanged', 'updated', 'absent']).optional(),
  suppressions: z
    .array(z.strictObject({ kind: z.enum(['inSource', 'external']), justification: z.string() }))
    .length(1)
    .optional(),
  fixes: z
    .array(
      z.strictObject({
        description: text,
        artifactChanges: z
          .array(
            z.strictObject({
              artifactLocation,
              replacements: z
                .array(
                  z.strictObject({
                    deletedRegion: offsetRegion,
                    insertedContent: z.strictObject({ text: z.string() }),
                  }),
                )
                .min(1),
            }),
          )
          .min(1),
      }),
    )
    .optional(),
  properties: z.record(z.string(), z.unknown()),
});

const notification = z.strictObject({
  level,
  message: text,
  associatedRule: z.strictObject({ id: z.string() }).optional(),
});

/** A log as this project writes them. */
export const sarifShape = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string(),
            version: z.string(),
            informationUri: z.url(),
            rules: z.array(rule),
          }),
        }),
        columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
        originalUriBaseIds: z.record(z.string(), z.strictObject({ description: text })),
        invocations: z.array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            toolExecutionNotifications: z.array(notification).min(1).optional(),
          }),
        ),
        results: z.array(result),
      }),
    )
    .length(1),
});
