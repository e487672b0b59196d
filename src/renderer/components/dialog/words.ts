/** What every question to the person says. */
export const questionWords = {
  firstOf: (count: number) => `1 of ${count}`,
} as const
