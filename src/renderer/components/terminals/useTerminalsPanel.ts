import type { OwnTerminalView, ShellChoice } from '../../../shared/contract/ownTerminalView'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { injectLocal, provideLocal } from '@vueuse/core'
import {
  computed,
  type ComputedRef,
  type InjectionKey,
  nextTick,
  onScopeDispose,
  type Ref,
  shallowReactive,
  shallowRef,
  type ShallowRef,
  watch,
  type WritableComputedRef,
} from 'vue'
import { getRunningProgram } from '../../../shared/contract/ownTerminalView'
import { useHost } from '../../composables/host/useHost'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { useLastText } from '../../composables/useLastChoices'
import { useProblems } from '../../composables/useProblems'
import { report } from '../../report'
import { hasFilesHere } from '../../text/threadPlace'
import { terminalsWords as words } from './words'

/** The person's own terminals in a folder. */
interface OwnTerminals {
  /** In order. `undefined` until needed, as reading them starts their shells. */
  readonly terminals: Readonly<ShallowRef<readonly OwnTerminalView[] | undefined>>
  readonly failed: Readonly<ShallowRef<unknown>>
  /** Never rejects; see `failed`. */
  load(): Promise<void>
}

/** The terminals of a tab, side by side. */
export interface TerminalGroup {
  readonly groupId: string
  readonly terminals: readonly OwnTerminalView[]
}

/** Access to a terminal's screen. */
export interface ScreenHandle {
  focus(): void
  find(): void
  /** Returns the selection, or else the last command's output, or else the last 200 lines. */
  getQuotableText(): string
}

/** The terminals below a thread. */
export interface TerminalsPanel extends OwnTerminals {
  readonly isShown: ComputedRef<boolean>
  readonly groups: ComputedRef<readonly TerminalGroup[]>
  /** The tab in front: a group's id, or the id of an agent's terminal. */
  readonly front: ShallowRef<string | undefined>
  readonly frontGroup: ComputedRef<TerminalGroup | undefined>
  /** The pane of the front group that was last focused. */
  readonly pane: ComputedRef<OwnTerminalView | undefined>
  /** Terminals with running programs that will be closed once the person confirms. */
  readonly pendingClose: ShallowRef<readonly OwnTerminalView[] | undefined>
  readonly isStarting: Readonly<Ref<boolean>>
  toggle(): void
  hide(): void
  create(options?: { shell?: ShellChoice, line?: string }): void
  split(): void
  /** Closes terminals. Asks first if something runs in them. */
  close(terminals: readonly OwnTerminalView[]): void
  confirmClose(): void
  rename(terminal: OwnTerminalView, name: string): void
  /** Sorts the groups in this order. */
  sort(groupIds: readonly string[]): void
  step(by: 1 | -1): void
  show(tab: string): void
  noteFocus(terminalId: string): void
  register(terminalId: string, handle: ScreenHandle): () => void
  handle(): ScreenHandle | undefined
  focus(): void
}

const panelKey: InjectionKey<TerminalsPanel> = Symbol('terminals panel')

/**
 * Provides the terminals of a thread's folder to its header and panel, and registers their actions. Long because its
 * functions share the panel's tabs and focus.
 */
export function provideTerminalsPanel({ thread, agentTabs, goHome }: {
  thread: ThreadSummary
  /** Ids of the agent's running terminals, which also have tabs. */
  agentTabs: () => readonly string[]
  /** Returns the focus to the thread. */
  goHome: () => void
}): TerminalsPanel {
  const { host } = useHost()
  const problems = useProblems()
  const { folder } = thread
  const isShown = useIsShown(folder)
  const own = useOwnTerminals(folder, isShown)
  const groups = computed(() => groupTerminals(own.terminals.value ?? []))
  const front = shallowRef<string>()
  const focused = shallowRef<string>()
  const pendingClose = shallowRef<readonly OwnTerminalView[]>()
  const unstarted = shallowRef(0)
  const isStarting = computed(() => unstarted.value > 0)
  let lastStart = Promise.resolve()
  let isFocusWanted = false
  const handles = shallowReactive(new Map<string, ScreenHandle>())

  const tabs = computed(() => [...groups.value.map(({ groupId }) => groupId), ...agentTabs()])
  const frontTab = computed({
    get: () => front.value !== undefined && tabs.value.includes(front.value) ? front.value : tabs.value[0],
    set: tab => front.value = tab,
  })
  const frontGroup = computed(() => groups.value.find(({ groupId }) => groupId === frontTab.value))
  const pane = computed(() => {
    const terminals = frontGroup.value?.terminals
    return terminals?.find(({ terminalId }) => terminalId === focused.value) ?? terminals?.[0]
  })

  function hasFocus(): boolean {
    return document.activeElement?.closest('[data-place=terminals]') != null
  }

  function open(): void {
    isShown.value = true
    waitUntilReady().catch(report)
  }

  /** Starts a terminal if there is none, as the panel was opened to type. */
  async function waitUntilReady(): Promise<void> {
    if (!own.terminals.value)
      await own.load()
    if (own.terminals.value?.length !== 0)
      focus()
    else if (!isStarting.value)
      create()
  }

  function hide(): void {
    const had = hasFocus() || document.activeElement === document.body
    isShown.value = false
    if (had)
      goHome()
  }

  function toggle(): void {
    if (!isShown.value)
      open()
    else if (hasFocus())
      hide()
    else
      focus()
  }

  /** Starts terminals one after another. */
  function create(wanted: { shell?: ShellChoice, line?: string, groupId?: string } = {}): void {
    isShown.value = true
    unstarted.value++
    problems.start(words.failed.create, () => {
      const started = lastStart.then(() => start(wanted)).finally(() => unstarted.value--)
      lastStart = started.catch(() => undefined) // its caller reports it
      return started
    }, { canRetry: false })
  }

  async function start({ shell, line, groupId }: { shell?: ShellChoice, line?: string, groupId?: string }): Promise<void> {
    // A split starts in the folder of the focused pane.
    const cwd = groupId === undefined ? undefined : pane.value?.cwd
    const started = await host.createOwnTerminal({ folder, cwd, groupId, shell: shell?.path })
    if (!own.terminals.value)
      await own.load()
    frontTab.value = started.groupId
    focused.value = started.terminalId
    if (line !== undefined)
      await host.writeTerminal({ terminalId: started.terminalId, data: `${line}\r` })
    focus()
  }

  function close(terminals: readonly OwnTerminalView[]): void {
    if (terminals.some(terminal => getRunningProgram(terminal) !== undefined))
      pendingClose.value = terminals
    else
      closeNow(terminals)
  }

  function closeNow(terminals: readonly OwnTerminalView[]): void {
    pendingClose.value = undefined
    const had = hasFocus()
    problems.start(words.failed.close, async () => {
      await Promise.all(terminals.map(({ terminalId }) => host.closeOwnTerminal({ terminalId })))
      if (own.terminals.value?.length === 0)
        hide()
      if (had && isShown.value)
        focus()
    }, { canRetry: false })
  }

  function step(by: 1 | -1): void {
    const index = tabs.value.indexOf(frontTab.value ?? '')
    show(tabs.value.at((index + by) % tabs.value.length)!) // the list contains the front tab
    focus()
  }

  function show(tab: string): void {
    frontTab.value = tab
  }

  /** Focuses the pane once its screen is drawn. */
  function focus(): void {
    isFocusWanted = true
    nextTick(focusPane).catch(report)
  }

  function focusPane(): void {
    const screen = isFocusWanted && handle()
    if (!screen)
      return
    isFocusWanted = false
    screen.focus()
  }

  function handle(): ScreenHandle | undefined {
    return pane.value && handles.get(pane.value.terminalId)
  }

  // The pane of an exited shell is removed.
  watch(own.terminals, (now, before) => {
    const ids = new Set(now?.map(({ terminalId }) => terminalId))
    const isGone = before?.some(({ terminalId }) => terminalId === focused.value && !ids.has(terminalId))
    if (!isGone || document.activeElement !== document.body)
      return
    if (now?.length === 0)
      hide()
    else
      focus()
  }, { flush: 'post' })

  const isOffered = { when: () => hasFilesHere(thread) }
  useAction({ id: 'toggleTerminals', name: words.show, keys: shortcuts.toggleTerminals, run: toggle }, isOffered)
  useAction({ id: 'newTerminal', name: words.newTerminal, keys: shortcuts.newTerminal, run: () => create() }, isOffered)

  const panel: TerminalsPanel = {
    ...own,
    isShown,
    groups,
    front: frontTab,
    frontGroup,
    pane,
    pendingClose,
    isStarting,
    // For the button. The shortcut first moves the focus into a visible panel.
    toggle: () => isShown.value ? hide() : open(),
    hide,
    create,
    split: () => create({ groupId: frontGroup.value?.groupId }),
    close,
    confirmClose: () => closeNow(pendingClose.value ?? []),
    rename: ({ terminalId }, name) =>
      problems.start(words.failed.rename, () => host.renameOwnTerminal({ terminalId, name }), { canRetry: false }),
    sort: (groupIds) => {
      const terminalIds = groupIds.flatMap(id => groups.value.find(({ groupId }) => groupId === id)?.terminals ?? [])
        .map(({ terminalId }) => terminalId)
      problems.start(words.failed.move, () => host.sortOwnTerminals({ folder, terminalIds }), { canRetry: false })
    },
    step,
    show,
    noteFocus: terminalId => focused.value = terminalId,
    register(terminalId, handle) {
      handles.set(terminalId, handle)
      focusPane()
      return () => handles.delete(terminalId)
    },
    handle,
    focus,
  }
  provideLocal(panelKey, panel)
  return panel
}

/** `undefined` outside an open thread. */
export function useTerminalsPanel(): TerminalsPanel | undefined {
  return injectLocal(panelKey, undefined)
}

/** Maximum folders whose terminals are shown again after a restart. The oldest are dropped. */
const maxShownFolders = 30

/** Whether a folder's terminals are shown, in all of its threads. */
function useIsShown(folder: string): WritableComputedRef<boolean> {
  const stored = useLastText('terminalFolders')
  const folders = (): readonly string[] => stored.value === '' ? [] : JSON.parse(stored.value) as string[] // written below
  return computed({
    get: () => folders().includes(folder),
    set: (isShown) => {
      const others = folders().filter(other => other !== folder)
      stored.value = JSON.stringify(isShown ? [...others, folder].slice(-maxShownFolders) : others)
    },
  })
}

/** Keeps the list of a folder's terminals up to date once they are shown. */
function useOwnTerminals(folder: string, isShown: Readonly<Ref<boolean>>): OwnTerminals {
  const { host, on } = useHost()
  const terminals = shallowRef<readonly OwnTerminalView[]>()
  const failed = shallowRef<unknown>()

  async function load(): Promise<void> {
    try {
      terminals.value = await host.ownTerminals({ folder })
      failed.value = undefined
    }
    catch (error) {
      failed.value = error
    }
  }

  onScopeDispose(on('ownTerminalsChanged', (changed) => {
    if (changed.folder === folder && terminals.value)
      terminals.value = changed.terminals
  }))
  watch(isShown, now => now && !terminals.value && load().catch(report), { immediate: true })
  return { terminals, failed, load }
}

function groupTerminals(terminals: readonly OwnTerminalView[]): TerminalGroup[] {
  const groupIds = new Set(terminals.map(({ groupId }) => groupId))
  return [...groupIds].map(groupId => ({ groupId, terminals: terminals.filter(one => one.groupId === groupId) }))
}
