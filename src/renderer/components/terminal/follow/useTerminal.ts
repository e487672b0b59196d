import type { TerminalView } from '../../../../shared/contract/terminalView'
import { onScopeDispose, type Ref, shallowRef, watch } from 'vue'
import { useHost } from '../../../composables/host/useHost'
import { toPlainOutput } from '../screen/plainOutput'
import { type TerminalLease, useTerminalLeases } from './terminalLeases'

/** A terminal of a thread; without a thread, one of the person's own. */
interface TerminalPlace {
  readonly threadId: string | undefined
  readonly terminalId: string
}

/** Target of output. `drawn` is called once characters are on the screen. */
export interface TerminalScreen {
  reset(view: TerminalView): void
  /** `isKept`: earlier text, which no program waits for. */
  write(output: string, drawn: () => void, isKept?: boolean): void
}

/** The terminal without its output. */
export type TerminalState = Omit<TerminalView, 'output' | 'offset' | 'shownBefore'>

/**
 * Follows a terminal while `isWatched`: opens it, tracks offsets, acknowledges drawn output. Unwatched it costs
 * nothing. Without a thread it is one of the person's own. Long because its functions share one connection and its
 * offsets.
 */
export function useTerminal({ threadId, terminalId, isWatched, hasPlain = true }: TerminalPlace & {
  isWatched: Readonly<Ref<boolean>>
  /** Whether the end of the output is needed as plain text. */
  hasPlain?: boolean
}) {
  const { host, on } = useHost()
  const watching = useTerminalWatch({ threadId, terminalId })
  const state = shallowRef<TerminalState>()
  /** `missing`: the host no longer has it. */
  const phase = shallowRef<'opening' | 'open' | 'missing' | 'failed'>('opening')
  let screen: TerminalScreen | undefined
  const output = new KeptOutput()
  let isOpen = false
  let round = 0
  const drawing = drawInFrames(text => draw(text))
  const plain = plainEnd(() => output.text)

  const stops = [
    on('terminalOutput', (event) => {
      if (event.threadId === threadId && event.terminalId === terminalId && isOpen)
        receive(event.data, event.offset)
    }),
    on('terminalChanged', (event) => {
      if (event.threadId === threadId && event.terminalId === terminalId && state.value) {
        state.value = {
          ...state.value,
          state: event.state,
          exit: event.exit ?? state.value.exit,
          sandbox: event.sandbox ?? state.value.sandbox,
        }
      }
    }),
  ]
  watch(isWatched, watched => watched ? open() : leave(), { immediate: true })
  onScopeDispose(() => {
    stops.forEach(stop => stop())
    leave()
  })

  function open(): void {
    const mine = ++round
    watching.begin()
    host.openTerminal({ threadId, terminalId }).then((view) => {
      if (mine !== round)
        return
      phase.value = view ? 'open' : 'missing'
      if (view)
        show(view)
    }).catch(() => {
      // The card shows the failure; retried when the card is visible again.
      if (mine === round && phase.value === 'opening')
        phase.value = 'failed'
    })
  }

  function show(view: TerminalView): void {
    const { output: kept, offset, shownBefore = offset, ...rest } = view
    state.value = rest
    output.start(kept, offset)
    drawing.clear()
    isOpen = true
    watching.viewed(offset)
    screen?.reset(view)
    // Output not yet sent to any window may contain queries to the screen.
    const fresh = Math.min(kept.length, Math.max(0, offset - shownBefore))
    draw(kept.slice(0, kept.length - fresh), true)
    if (fresh > 0)
      draw(kept.slice(kept.length - fresh))
    if (hasPlain)
      plain.read()
  }

  function receive(data: string, offset: number): void {
    const fresh = output.take(data, offset)
    if (fresh === undefined) {
      isOpen = false
      return open()
    }
    if (fresh === '')
      return // already in the opened view
    drawing.add(fresh)
    if (hasPlain)
      plain.readSoon()
  }

  /** Draws the latest output. */
  function draw(text: string, isKept = false): void {
    const offset = output.end
    const drawn = () => isOpen && watching.drawn(offset)
    if (screen)
      screen.write(text, drawn, isKept)
    else
      drawn()
  }

  function leave(): void {
    round++
    isOpen = false
    drawing.clear()
    plain.stop()
    watching.end()
  }

  return {
    state,
    phase,
    /** The end of the output as plain text. */
    plain: plain.text,
    /** Attaches a screen, which draws all kept output. */
    attach(to: TerminalScreen): void {
      screen = to
      if (state.value) {
        screen.reset({ ...state.value, output: output.text, offset: output.end })
        draw(output.text, true)
        drawing.clear()
      }
    },
    /** Detaches the screen. */
    detach(): void {
      screen = undefined
    },
    /** All the kept output as plain text. */
    copyable: () => toPlainOutput(output.text),
    kill: () => host.killTerminal({ threadId, terminalId }),
    /** `isAnswer`: the screen's answer to a query of the program. */
    type: (data: string, isAnswer = false) => host.writeTerminal({ threadId, terminalId, data, isAnswer }),
    resize: (columns: number, rows: number) => host.resizeTerminal({ threadId, terminalId, columns, rows }),
  }
}

/** Characters of plain text for screen readers. */
const plainLimit = 64 * 1024
const plainEveryMs = 250
/** Longer text is updated less often, as each update lays all of it out. */
const longPlain = 16 * 1024
const longPlainEveryMs = 1_000

/** The end of the output as plain text for screen readers, updated a few times a second. */
function plainEnd(output: () => string) {
  const text = shallowRef('')
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function read(): void {
    stop()
    text.value = toPlainOutput(output().slice(-plainLimit))
  }

  return {
    text,
    read,
    readSoon: () => timer ??= setTimeout(read, text.value.length < longPlain ? plainEveryMs : longPlainEveryMs),
    stop,
  }
}

/** Output kept in the window; trimmed at twice that. */
const keptLimit = 1024 * 1024

/** The received end of a terminal's output. Offsets count from the terminal's start. */
class KeptOutput {
  #text = ''
  #end = 0

  get text(): string {
    return this.#text
  }

  /** The offset at which the text ends. */
  get end(): number {
    return this.#end
  }

  /** Restarts with the host's kept output. */
  start(text: string, end: number): void {
    this.#text = text
    this.#end = end
  }

  /** Takes text that ends at `end` and returns its new part; `undefined` if there is a gap before. */
  take(data: string, end: number): string | undefined {
    const count = end - this.#end
    if (count <= 0)
      return ''
    if (count > data.length)
      return undefined
    const fresh = data.slice(data.length - count)
    this.#end = end
    this.#text += fresh
    if (this.#text.length > 2 * keptLimit)
      this.#text = this.#text.slice(-keptLimit)
    return fresh
  }
}

/**
 * Faster output runs past the reader. It is drawn less often, as each drawing lays out the page, and by all terminals
 * in the same frames, so that one layout serves all.
 */
const runsPast = 1024
const runsPastEveryMs = 50
/** After a pause, this little text is the echo of a key, and is drawn at once. */
const echoCharacters = 256
const echoPauseMs = 20
/** With more waiting text, the host would soon pause the command. */
const maxUndrawn = 32 * 1024

/** Batches text for `draw` once per frame: drawing each message costs twice as much. */
function drawInFrames(draw: (text: string) => void) {
  let undrawn = ''
  let drawnAt = 0
  let frame: number | undefined

  function drawSoon(): void {
    frame ??= requestAnimationFrame((now) => {
      frame = undefined
      if (undrawn.length >= runsPast && undrawn.length < maxUndrawn && beat(now) === beat(drawnAt))
        return drawSoon()
      drawnAt = now
      const text = undrawn
      undrawn = ''
      draw(text)
    })
  }

  return {
    add(text: string): void {
      undrawn += text
      // The echo of a key: xterm itself draws in the next frame.
      if (frame === undefined && text.length <= echoCharacters && performance.now() - drawnAt > echoPauseMs) {
        drawnAt = performance.now()
        undrawn = ''
        return draw(text)
      }
      drawSoon()
    },
    /** Drops undrawn text. */
    clear(): void {
      undrawn = ''
      if (frame !== undefined)
        cancelAnimationFrame(frame)
      frame = undefined
    },
  }
}

/** Shared by all terminals, as frame time is the page's. */
function beat(frameTime: number): number {
  return Math.floor(frameTime / runsPastEveryMs)
}

/** Drawn amount per acknowledgement: far below the pause mark, but not a message per frame. */
const ackEvery = 16 * 1024

/** A card's watch of a terminal. Acknowledges drawn output together with other cards. */
function useTerminalWatch({ threadId, terminalId }: TerminalPlace) {
  const { host } = useHost()
  const leases = useTerminalLeases()
  const key = JSON.stringify([threadId, terminalId])
  let lease: TerminalLease | undefined
  /** The last acknowledged offset. */
  let acked = 0

  function take(): TerminalLease {
    return leases.take(key, {
      // Rejects if host or terminal is gone, when nothing waits for these calls.
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
    /** The view ends at that offset, which the host knows. */
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
