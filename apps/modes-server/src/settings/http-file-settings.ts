import { type HttpLimitName, httpLimitSettings } from '@modegate/cli-kit';
import * as z from 'zod';

const limits = Object.entries(httpLimitSettings) as readonly [
  HttpLimitName,
  (typeof httpLimitSettings)[HttpLimitName],
][];

/** The section `http` of the configuration file. */
export const httpFileSchema = () =>
  z.strictObject({
    listen: z.string().min(1).nullable().optional(),
    allowed_hosts: z.array(z.string().min(1)).nullable().optional(),
    allowed_origins: z.array(z.string().min(1)).nullable().optional(),
    metrics: z.boolean().nullable().optional(),
    ui: z.boolean().nullable().optional(),
    hook_socket: z.string().min(1).nullable().optional(),
    limits: z
      .strictObject(
        Object.fromEntries(
          limits.map(([name, { least, most }]) => [name, z.number().int().min(least).max(most).optional()]),
        ) as Record<HttpLimitName, z.ZodOptional<z.ZodNumber>>,
      )
      .optional(),
  });
