import type { HostClient } from '../../../shared/contract/contract'
import type { SaveOutcome } from '../../../shared/contract/methods/bufferMethods'
import type { Transcript } from '../../../shared/thread/transcript'
import type { Problems } from '../../composables/useProblems'
import type { CodeEditor } from './code/codeEditor'
import type { OpenedFile } from './useFile'
import { type ShallowRef, shallowRef, watch } from 'vue'
import { HostError } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { useToasts } from '../base/useToasts'
import { editorWords as words } from './words'

/** Actions on an open file: save, revert, compare, resolve. */
export function useFileActs({ file, code, name, problems, transcript }: {
  file: OpenedFile
  code: Readonly<ShallowRef<CodeEditor | undefined>>
  name: () => string
  problems: Problems
  transcript: () => Transcript | undefined
}) {
  const { host } = useHost()
  const toasts = useToasts()
  /** The file on disk has changes that this text lacks. */
  const changed = shallowRef<Extract<SaveOutcome, { outcome: 'changed' }>>()
  const compared = shallowRef<ComparedWith>()
  watch(code, () => compared.value = undefined) // a new editor doesn't compare

  async function saveNow(over?: string): Promise<void> {
    await code.value?.push()
    const outcome = await host.saveBuffer({ ...file.place.value, ...over !== undefined && { over } })
    changed.value = outcome.outcome === 'changed' ? outcome : undefined
    if (outcome.outcome !== 'changed' && hasConflictMarkers(code.value?.view.state.doc.toString() ?? ''))
      toasts.show({ text: words.markersLeft(name()), tone: 'bad' })
  }

  const start = (what: string, act: () => Promise<unknown>): void => problems.start(what, act)

  function readComparedText(what: 'disk' | 'turn'): Promise<Compared> {
    if (what === 'disk')
      return readSavedText(host, file.place.value)
    const prompt = transcript()?.entries.findLast(entry => entry.kind === 'user' && entry.promptId !== undefined)
    return readTurnStartText(host, file.place.value, prompt?.kind === 'user' ? prompt.promptId : undefined)
  }

  return {
    changed,
    compared,
    save: (over?: string) => start(words.failed.save(name()), () => saveNow(over)),
    /** Reverts to the saved file. Can be undone. */
    revert: () =>
      start(words.failed.revert(name()), async () => code.value?.replace(await host.readDisk(file.place.value))),
    settle: (choice: 'mine' | 'theirs' | 'merge') => start(words.failed.settle(name()), async () => {
      const key = file.state.value.conflict?.key // before anything else can arrive
      await code.value?.push()
      if (key !== undefined)
        await host.settleBuffer({ ...file.place.value, choice, key })
    }),
    /** Starts comparing, or stops if `what` is absent. */
    compare: (what?: 'disk' | 'turn') => start(words.failed.compare(name()), async () => {
      const other = what && await readComparedText(what)
      code.value?.compare(other?.text)
      compared.value = other?.with
    }),
  }
}

/** Whether a text has all three conflict markers that git and "Merge" write. */
export function hasConflictMarkers(text: string): boolean {
  return /^<{7} /m.test(text) && /^={7}$/m.test(text) && /^>{7} /m.test(text)
}

export type FileActs = ReturnType<typeof useFileActs>

/** What a text is compared with. Key of the note about it. */
type ComparedWith = keyof typeof words.compare.with

/** A text to compare with, in the editor's format. */
interface Compared {
  readonly text: string
  readonly with: ComparedWith
}

async function readSavedText(host: HostClient, file: { threadId: string, path: string }): Promise<Compared> {
  return { text: await host.readDisk(file), with: 'disk' }
}

/** Reads the file at the start of a prompt's turn, or at the thread's start if there is no prompt. */
async function readTurnStartText(
  host: HostClient,
  file: { threadId: string, path: string },
  promptId?: string,
): Promise<Compared> {
  try {
    const { before, facts } = await host.readChange({ ...file, ...promptId !== undefined && { from: promptId } })
    const wasLink = facts?.some(fact => fact.kind === 'link' && fact.before !== undefined) ?? false
    if (before === undefined || wasLink)
      throw new HostError('unsupported', words.compare.noText)
    return before === null ? { text: '', with: 'noFile' } : { text: toEditorText(before), with: 'turn' }
  }
  catch (error) {
    // The ledger has no change, so the file is as it was.
    if (error instanceof HostError && error.code === 'not_found')
      return { text: await host.readDisk(file), with: 'unchanged' }
    throw error
  }
}

/** Removes the byte order mark and normalizes line endings, which the ledger keeps and the editor doesn't. */
function toEditorText(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}
