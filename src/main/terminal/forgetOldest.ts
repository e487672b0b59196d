/** How many terminals that agents no longer use are kept in memory to be shown, of each kind. */
const mostKept = 32

/** Lets one go where there are too many: the oldest that has ended, else the oldest. */
export function forgetOldest(kept: Map<string, { readonly terminalId: string, readonly isRunning: boolean }>): void {
  const oldest = [...kept.values()]
  if (oldest.length > mostKept)
    kept.delete((oldest.find(terminal => !terminal.isRunning) ?? oldest[0]!).terminalId)
}
