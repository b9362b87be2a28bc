/** Names of a history's lists, as used in the tables. */
export const lists = ['messages', 'switches', 'decisions'] as const;

/** One of the {@link lists}. */
export type List = (typeof lists)[number];

/**
 * The order in which an owner's entries are dropped when the byte limit is exceeded: decisions last. An index covers
 * this order.
 */
export const leavingOrder = "(list = 'decisions'), arrival";
