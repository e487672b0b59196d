/** How many terminals that agents no longer use are kept in memory to be shown, of each kind. */
const maxKept = 32

/** Drops one where there are too many: the oldest that has ended, or if all run, the oldest. */
export function dropOldest(kept: Map<string, { readonly terminalId: string, readonly isRunning: boolean }>): void {
  const all = [...kept.values()]
  if (all.length > maxKept)
    kept.delete((all.find(terminal => !terminal.isRunning) ?? all[0]!).terminalId)
}
