/** Names of a history's lists in the tables. */
export const lists = ['messages', 'switches', 'decisions'] as const;

/** One of the {@link lists}. */
export type List = (typeof lists)[number];

/** In which order entries of one owner leave when they take too much: decisions last. An index has it. */
export const leavingOrder = "(list = 'decisions'), arrival";
