/** Reports the double's own errors: the test runner keeps this output. */
export function report(error: unknown): void {
  console.error('electron-double:', error)
}
