/** Where a promise ends that nothing waits for and that should not reject: what arrives here is a bug. */
export function report(error: unknown): void {
  console.error(error)
}
