import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type InjectionKey, onScopeDispose, type ShallowRef, shallowRef } from 'vue'
import { restorableMs, type ThreadSummary } from '../../../shared/contract/threadSummary'
import { useHost } from '../../composables/host/useHost'
import { useAction } from '../../composables/useAction'
import { useProblems } from '../../composables/useProblems'
import { type Toast, type Toasts, useToasts } from '../base/useToasts'
import { threadListWords as words } from './words'

/** Actions on a whole thread, used by the list, the header and the palette. */
interface ThreadActs {
  rename(thread: ThreadSummary, title: string): void
  pin(thread: ThreadSummary): void
  archive(thread: ThreadSummary): void
  copyTitle(thread: ThreadSummary): void
  /** Copies the whole thread as Markdown. */
  copyMarkdown(thread: Pick<ThreadSummary, 'threadId'>): void
  /** Deletes the thread at once, which can be undone. Asks first if that also deletes files. */
  remove(thread: ThreadSummary): void
  undoLast(): void
  /** The thread of the open "Delete thread" dialog; `inAgent` is the initial choice. */
  readonly toDelete: ShallowRef<{ readonly thread: ThreadSummary, readonly inAgent: boolean } | undefined>
  confirmDelete(choice: { inAgent: boolean }): void
  /** The thread of the open "Export thread" dialog. */
  readonly toExport: ShallowRef<ThreadSummary | undefined>
}

const actsKey: InjectionKey<ThreadActs> = Symbol('thread acts')

/** Provides the actions to descendants. `openId` is the open thread; `open` opens a restored one. */
export function provideThreadActs({ openId, open }: { openId: () => string | undefined, open: (threadId: string) => void }): ThreadActs {
  const { host } = useHost()
  const problems = useProblems()
  const toasts = useToasts()
  const { offer, undoLast, canUndo } = useUndo(toasts)
  const toDelete: ThreadActs['toDelete'] = shallowRef()
  useAction({ id: 'undoThread', name: words.undoLast, keys: [], run: undoLast }, { when: canUndo })

  async function removeSoon(thread: ThreadSummary): Promise<void> {
    const { threadId, title, activity, waiting } = thread
    const wasOpen = openId() === threadId
    await host.deleteThreadSoon({ threadId })
    const wasAtWork = waiting > 0 || activity.state === 'working' || activity.state === 'cancelling'
    offer({ text: words.deleted(title), detail: wasAtWork ? words.stopped : undefined }, () =>
      problems.start(words.failed.restore, async () => {
        await host.restoreThread({ threadId })
        if (wasOpen && openId() === undefined)
          open(threadId)
      }, { canRetry: false }))
  }

  async function remove(thread: ThreadSummary): Promise<void> {
    const files = thread.isScratch && await host.countScratchFiles({ threadId: thread.threadId })
    if (files && (files.files > 0 || files.isCut))
      toDelete.value = { thread, inAgent: false }
    else
      await removeSoon(thread)
  }

  const acts: ThreadActs = {
    rename: ({ threadId }, title) => problems.start(words.failed.rename, () => host.renameThread({ threadId, title })),
    pin: ({ threadId, isPinned }) => problems.start(words.failed.arrange, () => host.arrangeThread({ threadId, isPinned: !isPinned })),
    archive: ({ threadId, isArchived, isPinned = false, title }) => problems.start(words.failed.arrange, async () => {
      await host.arrangeThread({ threadId, isArchived: !isArchived, isPinned: false })
      if (!isArchived) {
        offer({ text: words.archived(title) }, () =>
          problems.start(words.failed.arrange, () => host.arrangeThread({ threadId, isArchived: false, isPinned })))
      }
    }),
    copyTitle: ({ title }) => problems.start(words.failed.copy, () => navigator.clipboard.writeText(title)),
    copyMarkdown: ({ threadId }) => problems.start(words.failed.copyMarkdown, async () => {
      await navigator.clipboard.writeText(await host.readThreadMarkdown({ threadId }))
      toasts.show({ text: words.copiedMarkdown, tone: 'ok' })
    }),
    remove: thread => problems.start(words.failed.delete, () => remove(thread)),
    undoLast,
    toDelete,
    confirmDelete: ({ inAgent }) => {
      const asked = toDelete.value
      toDelete.value = undefined
      if (asked) {
        const { thread, thread: { threadId } } = asked
        problems.start(words.failed.delete, () => inAgent ? host.deleteThread({ threadId, inAgent }) : removeSoon(thread))
      }
    },
    toExport: shallowRef(),
  }
  provideLocal(actsKey, acts)
  return acts
}

/** Returns the actions, or `undefined` outside the app. */
export function useThreadActs(): ThreadActs | undefined {
  return injectLocal(actsKey, undefined)
}

/** Recent undoable actions, latest first. Undone by their toasts or by `undoLast`. */
export function useUndo(toasts: Toasts) {
  const steps = shallowRef<readonly { readonly undo: () => void }[]>([])
  const timers = new Set<ReturnType<typeof setTimeout>>()
  onScopeDispose(() => timers.forEach(clearTimeout))

  /** Offers an undo in a toast. The toast closes at the end of the period even if hovered, as Undo no longer works. */
  function offer(toast: Toast, act: () => void): void {
    const hide = toasts.show({ ...toast, ms: 2 * restorableMs, action: { name: words.undo, run: () => step.undo() } })
    const end = (): void => {
      clearTimeout(timer)
      timers.delete(timer)
      steps.value = steps.value.filter(other => other !== step)
      hide()
    }
    const timer = setTimeout(end, restorableMs)
    const step = {
      undo: () => {
        end()
        act()
      },
    }
    timers.add(timer)
    steps.value = [step, ...steps.value]
  }

  return { offer, undoLast: () => steps.value[0]?.undo(), canUndo: computed(() => steps.value.length > 0) }
}
