import type { HostClient } from '../../../shared/contract/contract'
import type { BufferState, BufferView, OtherFile, TextUpdate } from '../../../shared/contract/methods/bufferMethods'
import type { CodeEditor } from './code/codeEditor'
import { computed, nextTick, onScopeDispose, shallowRef } from 'vue'
import { errorMessage } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { isOutOfReach, report } from '../../report'
import { type UnsentTexts, useUnsentTexts } from './unsentTexts'

/**
 * Opens a file for the component's lifetime; `onOpened` gets its real path. Long because opening, reopening and
 * closing share one state.
 */
export function useFile({ threadId, path, onOpened }: {
  threadId: string
  path: string
  onOpened: (real: string) => void
}) {
  const { host, on } = useHost()
  const unsent = useUnsentTexts()
  const opened = shallowRef<BufferView | OtherFile>()
  const state = shallowRef<BufferState>({ isUnsaved: false, isGone: false, encoding: 'utf-8', lineEnding: 'lf' })
  const failed = shallowRef<string>()
  /** Number of times that the file was opened. */
  const openCount = shallowRef(0)
  let isDisposed = false
  const updates = new FileUpdates()
  let stateAt = 0
  let shownCode: CodeEditor | undefined
  let leaving: Promise<unknown> = Promise.resolve()

  async function open(): Promise<void> {
    updates.reset()
    const before = ++stateAt
    const shown = opened.value
    try {
      await unsent.waitForHandOver(path)
      const answer = await host.openBuffer({ threadId, path })
      failed.value = undefined
      if (isDisposed)
        return close()
      if (answer.kind === 'text' && shown?.kind === 'text' && answer.lineage === shown.lineage)
        close() // the host counts each opening
      if (answer.kind === 'text' && stateAt === before)
        state.value = answer
      opened.value = answer
      openCount.value++
      onOpened(answer.path)
    }
    catch (error) {
      opened.value = undefined
      failed.value = errorMessage(error)
    }
  }

  /** Reopens the file if it was replaced. Only text files have change events. */
  async function reopenIfReplaced(): Promise<void> {
    const shown = opened.value
    if (failed.value === undefined && shown?.kind !== 'other')
      return
    const answer = await host.openBuffer({ threadId, path }).catch(() => undefined) // keeps the shown state
    if (answer?.kind === 'text')
      close() // `open` opens it again
    if (answer && (answer.kind === 'text' || shown?.kind !== 'other' || answer.stamp !== shown.stamp))
      await open()
  }

  function close(): void {
    host.closeBuffer({ threadId, path })
      .catch(error => console.warn('The host still holds a file that was closed.', error))
  }

  const isThis = (other: string): boolean => other === (opened.value?.path ?? path)
  const hasUnsent = (of?: string): boolean =>
    (of === undefined || isThis(of)) && (shownCode?.unsent()?.updates.length ?? 0) > 0
  unsent.shown.add(hasUnsent)
  const stopListening = on(
    'bufferUpdates',
    update => isThis(update.path) && updates.receive(update.version, update.updates),
  )
  onScopeDispose(on('bufferChanged', ({ path, state: now }) => {
    if (!isThis(path))
      return
    stateAt++
    state.value = now
  }))
  onScopeDispose(() => {
    isDisposed = true
    unsent.shown.delete(hasUnsent)
    const { value } = opened
    // Listens until the editor has sent the last typed text, which updates confirm.
    nextTick(() => leaving).finally(stopListening).then(() => value && close()).catch(report)
  })
  open().catch(report)

  return {
    opened,
    openCount,
    text: computed(() => opened.value?.kind === 'text' ? opened.value : undefined),
    state,
    failed,
    open,
    reopenIfReplaced,
    /** Identifies the file to the host. */
    place: computed(() => ({ threadId, path: opened.value?.path ?? path })),
    send: (version: number, updates: TextUpdate[]) =>
      host.updateBuffer({ threadId, path: opened.value?.path ?? path, version, updates }),
    /** Called when the editor is unmounted. Sends the last typed text; then the file can be closed. */
    leave(code: CodeEditor, view: BufferView): void {
      shownCode = undefined
      leaving = handOverLast(code, { threadId, view, host, unsent })
    },
    /** Restores the last position in the text. */
    restorePlace(code: CodeEditor): void {
      shownCode = code
      const place = unsent.places.get(opened.value?.path ?? path)
      unsent.places.delete(opened.value?.path ?? path)
      if (place)
        code.restorePlace(place)
      if (place?.isFocused && place.host !== host)
        code.view.focus() // the new connection's view has lost the focus
    },
    /** Sets the listener for updates and passes it those that have already arrived. */
    listen: (to: OnUpdates) => updates.listen(to),
  }
}

export type OpenedFile = ReturnType<typeof useFile>

type OnUpdates = (version: number, updates: readonly TextUpdate[]) => void

/** Passes a file's updates to its editor, and keeps those that arrive before the editor listens. */
class FileUpdates {
  #listener: OnUpdates | undefined
  #waiting: Parameters<OnUpdates>[] = []

  receive(version: number, updates: readonly TextUpdate[]): void {
    if (this.#listener)
      this.#listener(version, updates)
    else
      this.#waiting.push([version, updates])
  }

  /** Sets the listener and passes it the waiting updates. */
  listen(listener: OnUpdates): void {
    this.#listener = listener
    for (const update of this.#waiting.splice(0))
      listener(...update)
  }

  /** Drops waiting updates and the listener, as the reopened text includes all updates. */
  reset(): void {
    this.#listener = undefined
    this.#waiting = []
  }
}

interface LastHandOver {
  readonly threadId: string
  readonly view: BufferView
  readonly host: HostClient
  readonly unsent: UnsentTexts
}

/**
 * Sends the last typed text of a closing editor, and disposes of the editor. Text that the host rejects is kept in
 * `unsent`.
 */
async function handOverLast(
  code: CodeEditor,
  { threadId, view: { path, lineage }, host, unsent }: LastHandOver,
): Promise<void> {
  const changes = code.unsent()
  const kept = changes && { ...changes, threadId, path, lineage }
  unsent.places.set(path, { ...code.place(), host })
  if (kept)
    unsent.keep(kept)
  try {
    await code.push()
    if (!kept)
      return
    if (code.unsent()?.updates.length)
      unsent.handOver(host) // it belongs to another text than the host's
    else
      unsent.drop(kept)
  }
  catch (error) {
    if (!isOutOfReach(error))
      unsent.handOver(host)
  }
  finally {
    code.dispose()
  }
}
