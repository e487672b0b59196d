import type { TerminalScreen } from '../terminal/follow/useTerminal'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes'
import { type IMarker, Terminal } from '@xterm/xterm'
import { onActivated, onBeforeUnmount, onMounted, type Ref, shallowRef, watch } from 'vue'
import { useSettings } from '../../composables/host/useSettings'
import { useThemeChange } from '../../composables/useThemeChange'
import { report } from '../../report'
import { HarmlessOutput } from '../terminal/screen/harmlessOutput'
import { measureWithFont, openScreen } from '../terminal/screen/openScreen'
import { getScreenOptions, readTerminalLook } from '../terminal/screen/terminalLook'

/** The screen's answers to queries of a program: DA, DSR, DECRQM, colours. Other windows send the same answers. */
const queryAnswer = /^\x1B(?:\[[?>][\d;]*c|\[0n|\[\??\d+;\d+R|\[\??[\d;]+\$y|\](?:10|11);rgb:)/
/** A focus report, sent if a program has requested it. */
const focusReport = /^\x1B\[[IO]$/
/** Number of lines added to a message if nothing is selected and no output is marked. */
const maxQuotedLines = 200
/** Maximum length of a text for the clipboard. Longer texts are ignored. */
const maxClipboardCharacters = 100_000

interface OwnScreenOptions {
  readonly box: Readonly<Ref<HTMLElement | null>>
  readonly type: (data: string, isAnswer: boolean) => void
  readonly resize: (columns: number, rows: number) => void
  /** Called after the terminal is opened, with its current size. */
  readonly onOpened: (columns: number, rows: number) => void
  readonly onLink: (address: string) => void
  /** Copies a text, and reports a failure to the person. */
  readonly copy: (text: string) => void
  /** Called when a program wants to write the clipboard. */
  readonly onClipboard: (text: string) => void
  /** Whether the window handles a key; all others go to the shell. */
  readonly isForWindow: (event: KeyboardEvent) => boolean
  readonly onReady: (terminal: Terminal, screen: TerminalScreen) => void
}

/** Manages the xterm of an own terminal, which fills its box. Long because all of its functions use that xterm. */
export function useOwnScreen(options: OwnScreenOptions) {
  const { box, type } = options
  const settings = useSettings()
  const matches = shallowRef<{ index: number, count: number }>()
  const search = new SearchAddon()
  const marks = new OutputMarks()
  let terminal: Terminal | undefined, observer: ResizeObserver | undefined
  let fit = (): void => undefined
  /** Whether kept output is being drawn. */
  let isReplaying = false
  let isKey = false

  onMounted(() => {
    const created = (terminal = new Terminal({
      ...getScreenOptions(readTerminalLook(box.value!, settings.value.preferences)),
      ...getBehaviourOptions(),
      linkHandler: {
        activate: ({ ctrlKey, metaKey }: MouseEvent, address: string) => {
          if (ctrlKey || metaKey)
            options.onLink(address)
        },
      },
    }))
    const fitting = new FitAddon()
    created.loadAddon(fitting)
    created.loadAddon(search)
    created.loadAddon(new UnicodeGraphemesAddon())
    openScreen(created, box.value!)
    measureWithFont(created).then(() => fit(), report)
    marks.watch(created)
    created.onData((data) => {
      if (isReplaying && (queryAnswer.test(data) || focusReport.test(data)))
        return // the program that sent the query may have ended
      type(data, queryAnswer.test(data) && !isKey)
    })
    created.attachCustomKeyEventHandler((event) => {
      // Shift+F3 looks like an answer.
      isKey = event.type === 'keydown'
      setTimeout(() => isKey = false)
      return event.type !== 'keydown' || !options.isForWindow(event)
    })
    // Not on each change of the selection, as a search also selects.
    box.value!.addEventListener('mouseup', () => {
      if (settings.value.preferences['terminal.copy_on_select'] && created.hasSelection())
        options.copy(created.getSelection())
    })
    search.onDidChangeResults(({ resultIndex: index, resultCount: count }) => matches.value = { index, count })
    fit = () => {
      const size = box.value?.offsetParent ? fitting.proposeDimensions() : undefined
      if (!size || !Number.isFinite(size.cols) || !Number.isFinite(size.rows))
        return
      const [columns, rows] = [Math.max(2, size.cols), Math.max(1, size.rows)]
      created.resize(columns, rows)
      options.resize(columns, rows)
    }
    observer = new ResizeObserver(() => fit())
    observer.observe(box.value!)
    options.onReady(created, createScreen(created))
  })

  function createScreen(created: Terminal): TerminalScreen {
    const own = { onClipboard: (request: string) => offerClipboard(request) }
    let harmless = new HarmlessOutput({ own })
    return {
      reset: ({ columns, rows }) => {
        options.onOpened(columns, rows)
        created.reset()
        marks.clear()
        harmless = new HarmlessOutput({ own })
        fit()
      },
      write: (output, drawn, isKept = false) => {
        harmless.isLive = !isKept
        const shown = harmless.push(output)
        if (!isKept)
          return created.write(shown, drawn)
        created.write('', () => isReplaying = true)
        created.write(shown, () => {
          isReplaying = false
          drawn()
        })
      },
    }
  }

  function offerClipboard(request: string): void {
    const [, encoded = ''] = /^[cps0-7]*;([A-Za-z0-9+/=]*)$/.exec(request) ?? []
    try {
      const bytes = Uint8Array.from(atob(encoded), character => character.charCodeAt(0))
      const text = new TextDecoder().decode(bytes)
      if (text !== '' && text.length <= maxClipboardCharacters)
        options.onClipboard(text)
    }
    catch {
      // not base64
    }
  }

  onBeforeUnmount(() => {
    observer?.disconnect()
    terminal?.dispose()
    terminal = undefined
  })
  useThemeChange(applySettings)
  onActivated(applySettings) // colours of inactive views cannot be read
  watch(settings, applySettings)

  function getBehaviourOptions() {
    const { preferences } = settings.value
    return {
      scrollback: preferences['terminal.scrollback'],
      cursorStyle: preferences['terminal.cursor'],
      cursorBlink: false,
      screenReaderMode: preferences['terminal.screen_reader'],
      macOptionIsMeta: false,
    } as const
  }

  function applySettings(): void {
    if (!terminal || !box.value?.isConnected)
      return
    terminal.options = { ...readTerminalLook(box.value, settings.value.preferences), ...getBehaviourOptions() }
    fit()
  }

  function find(text: string, by: 1 | -1): void {
    const decorations = readSearchColors(box.value!)
    if (text === '') {
      search.clearDecorations()
      matches.value = undefined
    }
    else if (by > 0) {
      search.findNext(text, { decorations })
    }
    else {
      search.findPrevious(text, { decorations })
    }
  }

  return {
    terminal: () => terminal,
    matches,
    find,
    endFind: () => {
      search.clearDecorations()
      matches.value = undefined
      terminal?.focus()
    },
    refit: () => fit(),
    focus: () => terminal?.focus(),
    copy: () => {
      if (terminal?.hasSelection())
        options.copy(terminal.getSelection())
    },
    clear: () => terminal?.clear(),
    /** See `ScreenHandle`. */
    getQuotableText: () => terminal ? terminal.getSelection() || marks.readLastOutput(terminal) || readLastLines(terminal) : '',
  }
}

/** Tracks the range of the last command's output in shells that mark it (OSC 133), such as fish 4. */
class OutputMarks {
  #start: IMarker | undefined
  #end: IMarker | undefined

  watch(terminal: Terminal): void {
    terminal.parser.registerOscHandler(133, (mark) => {
      if (mark.startsWith('C')) {
        this.#start = terminal.registerMarker(0)
        this.#end = undefined
      }
      else if (mark.startsWith('D') && this.#start) {
        this.#end ??= terminal.registerMarker(0)
      }
      return true
    })
  }

  clear(): void {
    this.#start = this.#end = undefined
  }

  readLastOutput(terminal: Terminal): string {
    if (!this.#start || this.#start.isDisposed || !this.#end || this.#end.isDisposed)
      return ''
    return readLines(terminal, this.#start.line, this.#end.line)
  }
}

function readLastLines(terminal: Terminal): string {
  const { baseY, cursorY } = terminal.buffer.active
  const end = baseY + cursorY + 1
  return readLines(terminal, Math.max(0, end - maxQuotedLines), end)
}

/** Reads the rows from `start` to `end` (exclusive) and joins wrapped ones. */
function readLines({ buffer: { active } }: Terminal, start: number, end: number): string {
  let text = ''
  for (let y = start; y < end; y++) {
    const isContinued = active.getLine(y + 1)?.isWrapped === true
    text += `${active.getLine(y)?.translateToString(!isContinued) ?? ''}${isContinued ? '' : '\n'}`
  }
  return text.trim()
}

function readSearchColors(element: HTMLElement) {
  const probe = document.createElement('span')
  element.append(probe)
  const read = (token: string): string => {
    probe.style.color = `var(${token})`
    return toHex(getComputedStyle(probe).color)
  }
  const [found, active] = [read('--accent-soft'), read('--accent-line')]
  probe.remove()
  return {
    matchBackground: found,
    activeMatchBackground: active,
    matchOverviewRuler: found,
    activeMatchColorOverviewRuler: active,
  }
}

/** Converts a colour to #RRGGBB, the only format that the search addon accepts. */
function toHex(color: string): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d')!
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map(value => value.toString(16).padStart(2, '0')).join('')}`
}
