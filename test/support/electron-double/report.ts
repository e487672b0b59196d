/** Where the double's own faults end: the test runner keeps what is written here. */
export function report(error: unknown): void {
  console.error('electron-double:', error)
}
