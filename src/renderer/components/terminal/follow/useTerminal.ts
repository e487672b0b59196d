import type { TerminalView } from '../../../../shared/contract/terminalView'
import { onScopeDispose, type Ref, shallowRef, watch } from 'vue'
import { useHost } from '../../../composables/host/useHost'
import { toPlainOutput } from '../screen/plainOutput'
import { type TerminalLease, useTerminalLeases } from './terminalLeases'

/** Identifies a terminal of a thread, or one of the person's own if `threadId` is `undefined`. */
interface TerminalPlace {
  readonly threadId: string | undefined
  readonly terminalId: string
}

/** A screen that draws output. `drawn` is called once the output is on the screen. */
export interface TerminalScreen {
  reset(view: TerminalView): void
  /** `isKept` marks earlier output, in which queries are not answered. */
  write(output: string, drawn: () => void, isKept?: boolean): void
}

/** A terminal's state, without its output. */
export type TerminalState = Omit<TerminalView, 'output' | 'offset' | 'shownBefore'>

/**
 * Follows a terminal while `isWatched`: opens it, tracks offsets, and acknowledges drawn output. Long because its
 * functions share one connection and its offsets.
 */
export function useTerminal({ threadId, terminalId, isWatched, hasPlain = true }: TerminalPlace & {
  isWatched: Readonly<Ref<boolean>>
  /** Whether the end of the output is needed as plain text. */
  hasPlain?: boolean
}) {
  const { host, on } = useHost()
  const watching = useTerminalWatch({ threadId, terminalId })
  const state = shallowRef<TerminalState>()
  /** `missing` if the host no longer has the terminal. */
  const phase = shallowRef<'opening' | 'open' | 'missing' | 'failed'>('opening')
  let screen: TerminalScreen | undefined
  const output = new KeptOutput()
  let isOpen = false
  let round = 0
  const drawing = createFrameBatcher(text => draw(text))
  const plain = usePlainText(() => output.text)

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
    const request = ++round
    watching.begin()
    host.openTerminal({ threadId, terminalId }).then((view) => {
      if (request !== round)
        return
      phase.value = view ? 'open' : 'missing'
      if (view)
        show(view)
    }).catch(() => {
      // The card shows the failure. Becoming visible again retries.
      if (request === round && phase.value === 'opening')
        phase.value = 'failed'
    })
  }

  function show(view: TerminalView): void {
    const { output: kept, offset, shownBefore = offset, ...rest } = view
    state.value = rest
    output.start(kept, offset)
    drawing.clear()
    isOpen = true
    watching.onViewed(offset)
    screen?.reset(view)
    // Only output that no window has received yet may contain queries to answer.
    const fresh = Math.min(kept.length, Math.max(0, offset - shownBefore))
    draw(kept.slice(0, kept.length - fresh), true)
    if (fresh > 0)
      draw(kept.slice(kept.length - fresh))
    if (hasPlain)
      plain.read()
  }

  function receive(data: string, offset: number): void {
    const fresh = output.append(data, offset)
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
    /** Attaches a screen and draws all kept output on it. */
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
    /** Returns all kept output as plain text. */
    getPlainOutput: () => toPlainOutput(output.text),
    kill: () => host.killTerminal({ threadId, terminalId }),
    /** Sends input. `isAnswer` marks the screen's answer to a query of the program. */
    type: (data: string, isAnswer = false) => host.writeTerminal({ threadId, terminalId, data, isAnswer }),
    resize: (columns: number, rows: number) => host.resizeTerminal({ threadId, terminalId, columns, rows }),
  }
}

/** Maximum characters of plain text. */
const maxPlainCharacters = 64 * 1024
const plainIntervalMs = 250
/** Longer text is updated less often, as each update lays out the whole text. */
const longPlainCharacters = 16 * 1024
const longPlainIntervalMs = 1_000

/** Provides the end of the output as plain text for screen readers, updated a few times a second. */
function usePlainText(output: () => string) {
  const text = shallowRef('')
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function read(): void {
    stop()
    text.value = toPlainOutput(output().slice(-maxPlainCharacters))
  }

  return {
    text,
    read,
    readSoon: () => timer ??= setTimeout(read, text.value.length < longPlainCharacters ? plainIntervalMs : longPlainIntervalMs),
    stop,
  }
}

/** Characters of output kept in the window. Trimmed at twice that. */
const maxKeptCharacters = 1024 * 1024

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

  /** Appends text that ends at `end` and returns its new part; `undefined` if earlier text is missing. */
  append(data: string, end: number): string | undefined {
    const count = end - this.#end
    if (count <= 0)
      return ''
    if (count > data.length)
      return undefined
    const fresh = data.slice(data.length - count)
    this.#end = end
    this.#text += fresh
    if (this.#text.length > 2 * maxKeptCharacters)
      this.#text = this.#text.slice(-maxKeptCharacters)
    return fresh
  }
}

/**
 * More output than this per frame is too fast to read. It is drawn less often, as each drawing lays out the page. All
 * terminals draw it in the same frames and share their layout.
 */
const fastOutputCharacters = 1024
const fastDrawMs = 50
/** Output this short after a pause is the echo of a key, and is drawn at once. */
const echoCharacters = 256
const echoPauseMs = 20
/** More undrawn output is drawn in the next frame, before the host pauses the command. */
const maxUndrawn = 32 * 1024

/** Batches output and draws it once per frame. Drawing each message would cost twice as much. */
function createFrameBatcher(draw: (text: string) => void) {
  let undrawn = ''
  let drawnAt = 0
  let frame: number | undefined

  function drawSoon(): void {
    frame ??= requestAnimationFrame((now) => {
      frame = undefined
      if (undrawn.length >= fastOutputCharacters && undrawn.length < maxUndrawn && getDrawInterval(now) === getDrawInterval(drawnAt))
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
      // The echo of a key. xterm draws it in the next frame anyway.
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

/** Returns the number of the interval that contains a frame. The same for all terminals, as they share frame times. */
function getDrawInterval(frameTime: number): number {
  return Math.floor(frameTime / fastDrawMs)
}

/** Characters drawn per acknowledgement: far below the host's pause limit, but not a message per frame. */
const ackCharacters = 16 * 1024

/** Watches a terminal for a card. Acknowledges drawn output together with other cards. */
function useTerminalWatch({ threadId, terminalId }: TerminalPlace) {
  const { host } = useHost()
  const leases = useTerminalLeases()
  const key = JSON.stringify([threadId, terminalId])
  let lease: TerminalLease | undefined
  /** The last acknowledged offset. */
  let acked = 0

  function acquireLease(): TerminalLease {
    return leases.take(key, {
      // Rejects only if the host or the terminal no longer exists, when acknowledging is pointless.
      onDrawn: (offset) => {
        if (offset - acked < ackCharacters)
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
    /** Called before a view is requested. */
    begin(): void {
      lease ??= acquireLease()
      lease.reopen()
    },
    /** Called with the end of a new view, which needs no acknowledgement. */
    onViewed(offset: number): void {
      acked = offset
      lease?.drawn(offset)
    },
    /** Called when the output is drawn up to `offset`. */
    drawn(offset: number): void {
      lease?.drawn(offset)
    },
    end(): void {
      lease?.release()
      lease = undefined
    },
  }
}
