import type { EditorView } from '../../../shared/contract/methods/fileMethods'
import { inject, type InjectionKey, provide, shallowRef, type ShallowRef } from 'vue'
import { HostError } from '../../../shared/errors'
import { useOpenFiles } from '../../composables/files/openFiles'
import { useHost } from '../../composables/host/useHost'
import { useProblems } from '../../composables/useProblems'
import { getFolderName } from '../../text/paths'
import { visibleName } from '../../text/visibleText'
import { pathWords as words } from './words'

/** An existing file, with links resolved, and optionally a position in it. */
export interface FilePlace {
  readonly path: string
  readonly line?: number
  readonly column?: number
}

/** Actions on a thread's files. */
export interface PathActions {
  /** Returns the real path of each file, in order. */
  find(paths: readonly string[]): Promise<readonly (string | null)[]>
  /** Opens the file in the chosen editor, or beside the thread if none is chosen or available. */
  open(place: FilePlace): void
  /** Opens the file in the chosen editor, or asks for one. */
  openOutside(place: FilePlace): void
  reveal(place: FilePlace): void
  show(place: FilePlace): void
  /** Opens the file beside the thread. */
  edit(place: FilePlace): void
  copy(place: FilePlace): void
  /** Shows the menu. */
  askMenu(place: FilePlace, event: MouseEvent): Promise<void>
  /** Reloads the available editors. */
  readEditors(): Promise<EditorView>
  readonly menu: Readonly<ShallowRef<AskedMenu | undefined>>
  /** Asks for an editor, then opens the file in it. */
  choose(place: FilePlace): void
  /** The file for which an editor is being chosen. */
  readonly choosing: ShallowRef<FilePlace | undefined>
}

/** An open menu: its file, editors, and position. */
export interface AskedMenu {
  readonly place: FilePlace
  readonly view: EditorView | undefined
  readonly at: { readonly clientX: number, readonly clientY: number }
}

const pathActionsKey: InjectionKey<PathActions | undefined> = Symbol('pathActions')

/** Provides actions on a thread's files to descendants. */
export function providePathActions({ threadId, preview }: {
  threadId: string
  preview: (path: string) => void
}): PathActions {
  const { host } = useHost()
  const problems = useProblems()
  const files = useOpenFiles()(threadId)
  const menu = shallowRef<AskedMenu>()
  const choosing = shallowRef<FilePlace>()
  const getShortName = ({ path }: FilePlace): string => visibleName(getFolderName(path), 60)
  const readEditors = (): Promise<EditorView> => host.editors({ threadId })

  async function find(paths: readonly string[]): Promise<readonly (string | null)[]> {
    try {
      return await host.findPaths({ threadId, paths: [...paths] })
    }
    catch (error) {
      if (error instanceof HostError)
        return [] // the thread or its folder no longer exists, so its paths are not links
      throw error
    }
  }

  const edit = ({ path, ...place }: FilePlace): void => files.open(path, place)
  async function openNow(place: FilePlace, { asks }: { asks: boolean }): Promise<void> {
    const outcome = await host.openInEditor({ threadId, ...place })
    if (outcome === 'no_choice' && asks)
      choosing.value = place
    else if (outcome !== 'opened')
      edit(place)
  }

  const actions: PathActions = {
    find,
    open: place => problems.start(words.failed.open(getShortName(place)), () => openNow(place, { asks: false })),
    openOutside: place => problems.start(words.failed.open(getShortName(place)), () => openNow(place, { asks: true })),
    reveal: place =>
      problems.start(words.failed.reveal(getShortName(place)), () => host.revealPath({ threadId, path: place.path })),
    show: ({ path }) => preview(path),
    edit,
    choose: place => void (choosing.value = place),
    copy: ({ path }) => problems.start(words.failed.copy, () => navigator.clipboard.writeText(path)),
    async askMenu(place, { clientX, clientY }) {
      let view: EditorView | undefined
      await problems.run(words.failed.ask, async () => view = await readEditors(), { canRetry: false })
      menu.value = { place, view, at: { clientX, clientY } }
    },
    readEditors,
    menu,
    choosing,
  }
  provide(pathActionsKey, actions)
  return actions
}

/** `undefined` in a replayed thread. */
export function usePathActions(): PathActions | undefined {
  return inject(pathActionsKey, undefined)
}
