import { useHost } from '../../../composables/host/useHost'
import { type TerminalLease, useTerminalLeases } from './terminalLeases'

/** How much is drawn before the host hears of it: far below what makes a command wait, and not a message for each frame. */
const ackEvery = 16 * 1024

/** One card's watch on a terminal: how much it has drawn is acknowledged to the host, together with the other cards of that terminal. */
export function useTerminalWatch({ threadId, terminalId }: { threadId: string, terminalId: string }) {
  const { host } = useHost()
  const leases = useTerminalLeases()
  const key = JSON.stringify([threadId, terminalId])
  let lease: TerminalLease | undefined
  /** What the host was told last. */
  let acked = 0

  function take(): TerminalLease {
    return leases.take(key, {
      // Rejected when the host or the terminal is gone: then nothing waits for either call.
      onDrawn: (offset) => {
        if (offset - acked < ackEvery)
          return
        acked = offset
        host.ackTerminal({ threadId, terminalId, offset }).catch(() => undefined)
      },
      onLeft: () => {
        host.leaveTerminal({ threadId, terminalId }).catch(() => undefined)
      },
    })
  }

  return {
    /** The card waits for a view. */
    begin(): void {
      lease ??= take()
      lease.reopen()
    },
    /** The view reaches to that offset, which the host knows. */
    viewed(offset: number): void {
      acked = offset
      lease?.drawn(offset)
    },
    /** The output is drawn up to that offset. */
    drawn(offset: number): void {
      lease?.drawn(offset)
    },
    end(): void {
      lease?.release()
      lease = undefined
    },
  }
}
