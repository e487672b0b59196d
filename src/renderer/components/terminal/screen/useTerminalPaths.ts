import type { ILink, Terminal } from '@xterm/xterm'
import { report } from '../../../report'
import { visibleText } from '../../../text/visibleText'
import { type FilePlace, usePathActions } from '../../paths/pathActions'
import { pathWords as words } from '../../paths/words'
import { useOutputPlaces } from '../outputPlaces'
import { lineText } from './lineText'

/** How many links a line may have: it is read whenever the pointer comes to it. */
const maxInLine = 20

/** Makes links of what names files in a terminal's output. By keyboard, `TerminalFiles.vue` leads to them. */
export function useTerminalPaths({ cwd, onHover }: { cwd: () => string | undefined, onHover: (target: string | undefined) => void }): {
  watch: (terminal: Terminal) => void
  /** A right click on such a link. */
  onMenu: (event: MouseEvent) => void
} {
  const places = useOutputPlaces(cwd)
  const actions = usePathActions()
  let hovered: FilePlace | undefined

  async function linksIn(terminal: Terminal, row: number): Promise<ILink[]> {
    const { text, cell } = lineText(terminal.buffer.active, row - 1)
    const found = await places?.find(text, maxInLine) ?? []
    return found.map(({ start, end, place }) => ({
      text: text.slice(start, end),
      range: { start: cell(start), end: cell(end - 1) },
      activate: ({ button, ctrlKey, metaKey }) => {
        if (button === 0)
          ctrlKey || metaKey ? actions?.openOutside(place) : actions?.open(place)
      },
      hover: () => {
        hovered = place
        onHover(words.hint(visibleText(words.place(place.path, place.line, place.column))))
      },
      leave: () => {
        hovered = undefined
        onHover(undefined)
      },
    }))
  }

  return {
    watch: (terminal) => {
      if (places)
        terminal.registerLinkProvider({ provideLinks: (row, answer) => void linksIn(terminal, row).then(answer, report) })
    },
    onMenu: (event) => {
      if (!hovered || !actions)
        return
      event.preventDefault()
      event.stopPropagation()
      actions.askMenu(hovered, event).catch(report)
    },
  }
}
