import * as z from 'zod';

/** Data for a command that takes no data. */
export const nothing = z.undefined();

/** An id or a name assigned by an agent. */
export const identifier = z.string().min(1);

/** Images as data URIs. */
export const images = z.array(z.string().min(1));

/**
 * The agent's settings; extensible because each release has its own settings. A single value of the wrong type causes
 * an agent to drop the whole command.
 */
export const configuration = z.record(z.string(), z.unknown());

/** Data for StartNewTask, in every dialect. */
export const newTask = z.strictObject({
  configuration,
  text: z.string(),
  images: images.optional(),
  newTab: z.boolean().optional(),
});

/** Data for SendMessage in official and zoo. */
export const message = z
  .strictObject({ text: z.string().optional(), images: images.optional() })
  .refine(
    ({ text = '', images: pictures = [] }) => text !== '' || pictures.length > 0,
    'must contain text or an image, because an agent ignores an empty message',
  );

/** Data for SendMessage in fork. */
export const forkMessage = z
  .strictObject({
    taskId: identifier,
    text: z.string(),
    imageUrl: z.string().min(1).optional(),
    options: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(
    ({ text, imageUrl }) => text !== '' || imageUrl !== undefined,
    'must contain text or an image, because an agent ignores an empty message',
  );
