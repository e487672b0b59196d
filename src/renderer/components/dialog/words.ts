/** Strings of all questions to the person. */
export const questionWords = {
  /** A button was pressed before it takes answers. */
  wait: 'Wait a moment',
  firstOf: (count: number) => `1 of ${count}`,
} as const
