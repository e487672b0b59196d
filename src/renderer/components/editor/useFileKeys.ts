import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { OpenFiles } from '../../composables/files/openFiles'
import type { Problems } from '../../composables/useProblems'
import type { CodeEditor, CodeStatus } from './code/codeEditor'
import type { OpenedFile } from './useFile'
import type { FileActs } from './useFileActs'
import { nextTick, type ShallowRef, shallowRef, watch } from 'vue'
import { useGoHome } from '../../composables/focusHome'
import { isPressed } from '../../composables/keys'
import { shortcuts } from '../../composables/shortcuts'
import { type Action, useAction } from '../../composables/useAction'
import { type Draft, useDraft } from '../../composables/useDrafts'
import { report } from '../../report'
import { toRelativePath } from '../../text/paths'
import { addQuote } from '../composer/mentions/addQuote'
import { dismissFreshLines, goToFresh } from './code/freshLines'
import { editorWords as words } from './words'

/** Actions and bars of an open file. Long, because it has a row per action. */
export function useFileKeys({ thread, path, files, file, code, acts, problems, isFront, focusFind }: {
  thread: ThreadSummary
  path: string
  files: OpenFiles
  file: OpenedFile
  code: Readonly<ShallowRef<CodeEditor | undefined>>
  acts: FileActs
  problems: Problems
  isFront: () => boolean
  focusFind: () => void
}) {
  const status = shallowRef<CodeStatus>()
  const bar = shallowRef<'find' | 'line'>()
  const isLooking = shallowRef(false)
  const draft = useDraft(thread.threadId)
  const goHome = useGoHome()

  function find(): void {
    if (bar.value === 'find')
      focusFind()
    bar.value = code.value && 'find'
  }

  function goToLine(): void {
    bar.value = code.value && 'line'
  }

  function close(): void {
    bar.value = undefined
    code.value?.view.focus()
  }

  function quote(): void {
    const { view } = code.value ?? {}
    if (!view || !status.value)
      return
    const { firstLine, lastLine } = status.value
    const [first, last] = [view.state.doc.line(firstLine), view.state.doc.line(lastLine)]
    const named = toRelativePath(file.place.value.path, thread.folder)
    addToMessage(draft, { path: named, firstLine, lastLine, text: view.state.sliceDoc(first.from, last.to) })
    goHome()
  }

  const keysOf = {
    find,
    goToLine,
    close,
    go(place: { line: number, column?: number }): void {
      code.value?.goTo(place)
      close()
    },
    fresh: (step: 1 | -1) => {
      if (code.value)
        goToFresh(code.value.view, step)
      code.value?.view.focus()
    },
    dismiss: () => code.value && dismissFreshLines(code.value.view),
    addToMessage: quote,
    copyPath: () => problems.start(words.failed.copy, () => navigator.clipboard.writeText(file.place.value.path)),
  }

  const actions: readonly Action[] = [
    { id: 'saveFile', name: words.save, keys: shortcuts.saveFile, run: () => file.text.value && acts.save() },
    { id: 'closeFile', name: words.closeFile, keys: shortcuts.closeFile, run: () => files.close(path) },
    { id: 'addToMessage', name: words.addToMessage, keys: shortcuts.addToMessage, run: quote },
    { id: 'nextFresh', name: words.fresh.next, keys: shortcuts.nextFresh, run: () => keysOf.fresh(1) },
    { id: 'previousFresh', name: words.fresh.previous, keys: shortcuts.previousFresh, run: () => keysOf.fresh(-1) },
    // Elsewhere these search the conversation or do nothing.
    { id: 'findInFile', name: words.find.name, keys: shortcuts.findInFile, isLocal: true, run: find },
    { id: 'goToLine', name: words.goToLine.name, keys: shortcuts.goToLine, isLocal: true, run: goToLine },
  ]
  for (const action of actions)
    useAction(action, { when: () => isFront() && files.isShown.value })

  /** Keys that work only in the file. */
  function onKey(event: KeyboardEvent): void {
    const action = actions.find(({ isLocal, keys }) => isLocal && isPressed(keys, event))
    if (!action || event.defaultPrevented)
      return
    event.preventDefault()
    action.run()
  }

  const { show } = useAskedPlace({ path, files, code })

  return {
    status,
    bar,
    isLooking,
    onKey,
    keysOf,
    onStatus: (now: CodeStatus) => void (status.value = now),
    onReady: () => nextTick(() => {
      if (code.value)
        file.restorePlace(code.value)
      show()
    }).catch(report),
  }
}

/** Lines of a file in the window. */
interface QuotedLines {
  /** The file's path in the message. */
  readonly path: string
  readonly firstLine: number
  readonly lastLine: number
  readonly text: string
}

/** Adds a mention of a file's lines to the message, with their present text, saved or not. */
export function addToMessage(draft: Draft, { path, firstLine, lastLine, text }: QuotedLines): void {
  const lines = lastLine > firstLine ? `${firstLine}-${lastLine}` : String(firstLine)
  addQuote(draft, { kind: 'selection', name: `${path}:${lines}`, text })
}

/** Goes to the requested place of a file. */
function useAskedPlace({ path, files, code }: {
  path: string
  files: OpenFiles
  code: Readonly<ShallowRef<CodeEditor | undefined>>
}) {
  /** The focused element when the file was requested. */
  let askedFrom: Element | null = null
  const hasMovedOn = (): boolean =>
    askedFrom?.isConnected === true && ![askedFrom, document.body].includes(document.activeElement!)

  /** Runs once the text is shown. */
  function show(): void {
    const asked = files.asked.value
    if (!code.value || asked?.path !== path)
      return
    files.asked.value = undefined
    if (asked.line !== undefined)
      code.value.goTo({ line: asked.line, column: asked.column })
    if (!asked.isQuiet && !hasMovedOn())
      code.value.view.focus()
  }

  async function begin(): Promise<void> {
    await nextTick()
    askedFrom = document.activeElement
    show()
  }

  watch(files.asked, () => begin().catch(report), { immediate: true })
  return { show }
}
