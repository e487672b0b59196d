import type { TerminalView } from '../../../../shared/contract/terminalView'
import { onScopeDispose, type Ref, shallowRef, watch } from 'vue'
import { useHost } from '../../../composables/host/useHost'
import { plainOutput } from '../screen/plainOutput'
import { drawInFrames } from './drawInFrames'
import { KeptOutput } from './keptOutput'
import { plainEnd } from './plainEnd'
import { useTerminalWatch } from './useTerminalWatch'

/** Where output is drawn. `drawn` is called once the characters are on the screen. */
export interface TerminalScreen {
  reset(view: TerminalView): void
  write(output: string, drawn: () => void): void
}

/** The terminal without its output, which is drawn and not rendered. */
export type TerminalState = Omit<TerminalView, 'output' | 'offset'>

/**
 * A terminal of a thread while `isWatched`: opened, followed by offset, acknowledged as it is drawn. Not watched, it costs nothing;
 * watched again, it is opened anew.
 */
export function useTerminal({ threadId, terminalId, isWatched }: { threadId: string, terminalId: string, isWatched: Ref<boolean> }) {
  const { host, on } = useHost()
  const watching = useTerminalWatch({ threadId, terminalId })
  const state = shallowRef<TerminalState>()
  /** `missing`: the host kept nothing of it. */
  const phase = shallowRef<'opening' | 'open' | 'missing' | 'failed'>('opening')
  let screen: TerminalScreen | undefined
  const output = new KeptOutput()
  let isOpen = false
  let round = 0
  const drawing = drawInFrames(draw)
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
      // The card says that it could not be opened; it is tried again when the card is next seen.
      if (mine === round && phase.value === 'opening')
        phase.value = 'failed'
    })
  }

  function show(view: TerminalView): void {
    const { output: kept, offset, ...rest } = view
    state.value = rest
    output.start(kept, offset)
    drawing.clear()
    isOpen = true
    watching.viewed(offset)
    screen?.reset(view)
    draw(kept)
    plain.read()
  }

  function receive(data: string, offset: number): void {
    const fresh = output.take(data, offset)
    if (fresh === undefined) {
      isOpen = false
      return open()
    }
    if (fresh === '')
      return // already in the view that was opened
    drawing.add(fresh)
    plain.readSoon()
  }

  /** Draws text that ends where the output does. */
  function draw(text: string): void {
    const offset = output.end
    const drawn = () => isOpen && watching.drawn(offset)
    if (screen)
      screen.write(text, drawn)
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
    /** The screen is drawn from the start of what was kept. */
    attach(to: TerminalScreen): void {
      screen = to
      if (state.value) {
        screen.reset({ ...state.value, output: output.text, offset: output.end })
        draw(output.text)
        drawing.clear()
      }
    },
    /** The screen is gone. */
    detach(): void {
      screen = undefined
    },
    /** All the kept output as plain text. */
    copyable: () => plainOutput(output.text),
    kill: () => host.killTerminal({ threadId, terminalId }),
    runOutside: () => host.runOutside({ threadId, terminalId }),
    /** For a command that the agent runs by itself. */
    endAgent: () => host.forceStop({ threadId }),
    type: (data: string) => host.writeTerminal({ threadId, terminalId, data }),
    resize: (columns: number, rows: number) => host.resizeTerminal({ threadId, terminalId, columns, rows }),
  }
}
