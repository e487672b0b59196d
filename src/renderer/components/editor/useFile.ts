import type { HostClient } from '../../../shared/contract/contract'
import type { BufferState, BufferView, OtherFile, TextUpdate } from '../../../shared/contract/methods/bufferMethods'
import type { Code } from './code/codeEditor'
import { computed, nextTick, onScopeDispose, shallowRef } from 'vue'
import { errorMessage } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { isOutOfReach, report } from '../../report'
import { type UntakenTexts, useUntakenTexts } from './untakenTexts'

/** Opens a file for the component's lifetime; `onOpened` gets its real path. */
export function useFile({ threadId, path, onOpened }: { threadId: string, path: string, onOpened: (real: string) => void }) {
  const { host, on } = useHost()
  const untaken = useUntakenTexts()
  const opened = shallowRef<BufferView | OtherFile>()
  const state = shallowRef<BufferState>({ isUnsaved: false, isGone: false, encoding: 'utf-8', lineEnding: 'lf' })
  const failed = shallowRef<string>()
  /** Number of times it was opened. */
  const number = shallowRef(0)
  let isGone = false
  const updates = new FileUpdates()
  let stateAt = 0
  let shownCode: Code | undefined
  let leaving: Promise<unknown> = Promise.resolve()

  async function open(): Promise<void> {
    updates.reset()
    const before = ++stateAt
    const shown = opened.value
    try {
      await untaken.handedOver(path)
      const answer = await host.openBuffer({ threadId, path })
      failed.value = undefined
      if (isGone)
        return close()
      if (answer.kind === 'text' && shown?.kind === 'text' && answer.lineage === shown.lineage)
        close() // the host counts each opening
      if (answer.kind === 'text' && stateAt === before)
        state.value = answer
      opened.value = answer
      number.value++
      onOpened(answer.path)
    }
    catch (error) {
      opened.value = undefined
      failed.value = errorMessage(error)
    }
  }

  /** Files other than text get no change events: reopens the file if it has been replaced. */
  async function lookAgain(): Promise<void> {
    const shown = opened.value
    if (failed.value === undefined && shown?.kind !== 'other')
      return
    const answer = await host.openBuffer({ threadId, path }).catch(() => undefined) // keeps the shown state
    if (answer?.kind === 'text')
      close() // it would be opened twice
    if (answer && (answer.kind === 'text' || shown?.kind !== 'other' || answer.stamp !== shown.stamp))
      await open()
  }

  function close(): void {
    host.closeBuffer({ threadId, path }).catch(error => console.warn('The host still holds a file that was closed.', error))
  }

  const isThis = (other: string): boolean => other === (opened.value?.path ?? path)
  const hasUntaken = (of?: string): boolean => (of === undefined || isThis(of)) && (shownCode?.untaken()?.updates.length ?? 0) > 0
  untaken.shown.add(hasUntaken)
  const stopListening = on('bufferUpdates', update => isThis(update.path) && updates.take(update.version, update.updates))
  onScopeDispose(on('bufferChanged', ({ path, state: now }) => {
    if (!isThis(path))
      return
    stateAt++
    state.value = now
  }))
  onScopeDispose(() => {
    isGone = true
    untaken.shown.delete(hasUntaken)
    const { value } = opened
    // Waits until its editor has handed over the last typed text, which is confirmed by updates.
    nextTick(() => leaving).finally(stopListening).then(() => value && close()).catch(report)
  })
  open().catch(report)

  return {
    opened,
    number,
    text: computed(() => opened.value?.kind === 'text' ? opened.value : undefined),
    state,
    failed,
    open,
    lookAgain,
    /** The file as the host knows it. */
    place: computed(() => ({ threadId, path: opened.value?.path ?? path })),
    send: (version: number, updates: TextUpdate[]) => host.updateBuffer({ threadId, path: opened.value?.path ?? path, version, updates }),
    /** The text is no longer shown. Closes the file after the last typed text was handed over. */
    leave(code: Code, view: BufferView): void {
      shownCode = undefined
      leaving = handOverLast(code, { threadId, view, host, untaken })
    },
    /** Restores the person's last position in the text. */
    comeBack(code: Code): void {
      shownCode = code
      const place = untaken.places.get(opened.value?.path ?? path)
      untaken.places.delete(opened.value?.path ?? path)
      if (place)
        code.comeBack(place)
      if (place?.isFocused && place.host !== host)
        code.view.focus() // the new connection's view has lost the focus
    },
    /** Sets the listener for updates, including those that arrived already. */
    listen: (to: OnUpdates) => updates.listen(to),
  }
}

export type OpenedFile = ReturnType<typeof useFile>

/** `version`: the version after the updates. */
type OnUpdates = (version: number, updates: readonly TextUpdate[]) => void

/** Passes a file's updates to its editor. Updates that arrive before the editor wait for it. */
class FileUpdates {
  #listener: OnUpdates | undefined
  #waiting: Parameters<OnUpdates>[] = []

  take(version: number, updates: readonly TextUpdate[]): void {
    if (this.#listener)
      this.#listener(version, updates)
    else
      this.#waiting.push([version, updates])
  }

  /** Sets the listener, which also gets the waiting updates. */
  listen(listener: OnUpdates): void {
    this.#listener = listener
    for (const update of this.#waiting.splice(0))
      listener(...update)
  }

  /** The file is reopened, with a text that includes all of them. */
  reset(): void {
    this.#listener = undefined
    this.#waiting = []
  }
}

/** The context of `handOverLast`. */
interface LastHandOver {
  readonly threadId: string
  readonly view: BufferView
  readonly host: HostClient
  readonly untaken: UntakenTexts
}

/**
 * Hands over the last typed text of a closing editor, and disposes of the editor. Text that the host refuses is kept in
 * `untaken`.
 */
async function handOverLast(code: Code, { threadId, view: { path, lineage }, host, untaken }: LastHandOver): Promise<void> {
  const changes = code.untaken()
  const kept = changes && { ...changes, threadId, path, lineage }
  untaken.places.set(path, { ...code.place(), host })
  if (kept)
    untaken.keep(kept)
  try {
    await code.push()
    if (!kept)
      return
    if (code.untaken()?.updates.length)
      untaken.handOver(host) // it belongs to another text than the host's
    else
      untaken.drop(kept)
  }
  catch (error) {
    if (!isOutOfReach(error))
      untaken.handOver(host)
  }
  finally {
    code.dispose()
  }
}
