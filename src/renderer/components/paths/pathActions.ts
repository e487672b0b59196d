import type { EditorView } from '../../../shared/contract/methods/fileMethods'
import { inject, type InjectionKey, provide, shallowRef, type ShallowRef } from 'vue'
import { HostError } from '../../../shared/errors'
import { useOpenFiles } from '../../composables/files/openFiles'
import { useHost } from '../../composables/host/useHost'
import { useProblems } from '../../composables/useProblems'
import { folderName } from '../../text/paths'
import { visibleName } from '../../text/visibleText'
import { pathWords as words } from './words'

/** A file that is there, with links followed, and perhaps a place in it. */
export interface FilePlace {
  readonly path: string
  readonly line?: number
  readonly column?: number
}

/** What can be done with the files of a thread. */
export interface PathActions {
  /** Which are files, in their order. */
  find(paths: readonly string[]): Promise<readonly (string | null)[]>
  /** Opens it in the editor that the person chose; beside the thread where none is chosen, or none can be opened. */
  open(place: FilePlace): void
  /** Opens it in the person's editor: asks which, where none is chosen. */
  openOutside(place: FilePlace): void
  reveal(place: FilePlace): void
  show(place: FilePlace): void
  /** Opens it beside the thread. */
  edit(place: FilePlace): void
  copy(place: FilePlace): void
  /** Shows what else can be done. */
  askMenu(place: FilePlace, event: MouseEvent): Promise<void>
  /** The editors, asked for again. */
  readEditors(): Promise<EditorView>
  readonly menu: Readonly<ShallowRef<AskedMenu | undefined>>
  /** Asks in which editor files open, then opens this one. */
  choose(place: FilePlace): void
  /** For which file that is asked. */
  readonly choosing: ShallowRef<FilePlace | undefined>
}

/** The menu of a link, and where it opens. */
export interface AskedMenu {
  readonly place: FilePlace
  readonly view: EditorView | undefined
  readonly at: { readonly clientX: number, readonly clientY: number }
}

const pathActionsKey: InjectionKey<PathActions | undefined> = Symbol('pathActions')

/** Lets everything below lead to the files of a thread. */
export function providePathActions({ threadId, preview }: { threadId: string, preview: (path: string) => void }): PathActions {
  const { host } = useHost()
  const problems = useProblems()
  const files = useOpenFiles()(threadId)
  const menu = shallowRef<AskedMenu>()
  const choosing = shallowRef<FilePlace>()
  const name = ({ path }: FilePlace): string => visibleName(folderName(path), 60)
  const readEditors = (): Promise<EditorView> => host.editors({ threadId })

  async function find(paths: readonly string[]): Promise<readonly (string | null)[]> {
    try {
      return await host.findPaths({ threadId, paths: [...paths] })
    }
    catch (error) {
      if (error instanceof HostError)
        return [] // the thread or its folder is gone: its paths lead nowhere
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
    open: place => problems.start(words.failed.open(name(place)), () => openNow(place, { asks: false })),
    openOutside: place => problems.start(words.failed.open(name(place)), () => openNow(place, { asks: true })),
    reveal: place => problems.start(words.failed.reveal(name(place)), () => host.revealPath({ threadId, path: place.path })),
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

/** `undefined` where a thread is shown without its host. */
export function usePathActions(): PathActions | undefined {
  return inject(pathActionsKey, undefined)
}
