/** What a shell writes to its log of an error that nobody waits for: what was being done, then where it came from. */
export function reportLine(error: unknown, context: string | undefined): string {
  const words = error instanceof Error ? error.stack ?? error.message : String(error)
  return context === undefined ? words : `${context}: ${words}`
}
