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

/** Actions and bars of an open file. Long because it has a row per action. */
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

  function addSelection(): void {
    const { view } = code.value ?? {}
    if (!view || !status.value)
      return
    const { firstLine, lastLine } = status.value
    const [first, last] = [view.state.doc.line(firstLine), view.state.doc.line(lastLine)]
    const named = toRelativePath(file.place.value.path, thread.folder)
    addToMessage(draft, { path: named, firstLine, lastLine, text: view.state.sliceDoc(first.from, last.to) })
    goHome()
  }

  const fileCommands = {
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
    addToMessage: addSelection,
    copyPath: () => problems.start(words.failed.copy, () => navigator.clipboard.writeText(file.place.value.path)),
  }

  const actions: readonly Action[] = [
    { id: 'saveFile', name: words.save, keys: shortcuts.saveFile, run: () => file.text.value && acts.save() },
    { id: 'closeFile', name: words.closeFile, keys: shortcuts.closeFile, run: () => files.close(path) },
    { id: 'addToMessage', name: words.addToMessage, keys: shortcuts.addToMessage, run: addSelection },
    { id: 'nextFresh', name: words.fresh.next, keys: shortcuts.nextFresh, run: () => fileCommands.fresh(1) },
    { id: 'previousFresh', name: words.fresh.previous, keys: shortcuts.previousFresh, run: () => fileCommands.fresh(-1) },
    // Outside the file, these keys search the conversation or do nothing.
    { id: 'findInFile', name: words.find.name, keys: shortcuts.findInFile, isLocal: true, run: find },
    { id: 'goToLine', name: words.goToLine.name, keys: shortcuts.goToLine, isLocal: true, run: goToLine },
  ]
  for (const action of actions)
    useAction(action, { when: () => isFront() && files.isShown.value })

  /** Handles keys that work only in the file. */
  function onKey(event: KeyboardEvent): void {
    const action = actions.find(({ isLocal, keys }) => isLocal && isPressed(keys, event))
    if (!action || event.defaultPrevented)
      return
    event.preventDefault()
    action.run()
  }

  const { show } = useRequestedPlace({ path, files, code })

  return {
    status,
    bar,
    isLooking,
    onKey,
    fileCommands,
    onStatus: (now: CodeStatus) => void (status.value = now),
    onReady: () => nextTick(() => {
      if (code.value)
        file.restorePlace(code.value)
      show()
    }).catch(report),
  }
}

interface QuotedLines {
  /** The file's path in the message. */
  readonly path: string
  readonly firstLine: number
  readonly lastLine: number
  readonly text: string
}

/** Adds a mention of a file's lines to the message, with their current text, saved or not. */
export function addToMessage(draft: Draft, { path, firstLine, lastLine, text }: QuotedLines): void {
  const lines = lastLine > firstLine ? `${firstLine}-${lastLine}` : String(firstLine)
  addQuote(draft, { kind: 'selection', name: `${path}:${lines}`, text })
}

/** Shows the requested line of a file. */
function useRequestedPlace({ path, files, code }: {
  path: string
  files: OpenFiles
  code: Readonly<ShallowRef<CodeEditor | undefined>>
}) {
  /** The focused element when the file was requested. */
  let focusedAtRequest: Element | null = null
  const hasMovedFocus = (): boolean =>
    focusedAtRequest?.isConnected === true && ![focusedAtRequest, document.body].includes(document.activeElement!)

  /** Goes to the requested line. Does nothing until the text is shown. */
  function show(): void {
    const request = files.asked.value
    if (!code.value || request?.path !== path)
      return
    files.asked.value = undefined
    if (request.line !== undefined)
      code.value.goTo({ line: request.line, column: request.column })
    if (!request.isQuiet && !hasMovedFocus())
      code.value.view.focus()
  }

  async function onRequest(): Promise<void> {
    await nextTick()
    focusedAtRequest = document.activeElement
    show()
  }

  watch(files.asked, () => onRequest().catch(report), { immediate: true })
  return { show }
}
