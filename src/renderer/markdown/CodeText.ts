import type { FilePlace } from '../components/paths/pathActions'
import type { CodeLines } from './highlight/highlighter'
import { computed, defineComponent, h, type PropType, type VNodeChild } from 'vue'
import { maxLookups } from '../../shared/files/fileLimits'
import { useEntryPaths } from '../components/paths/entryPaths'
import { linkAttributes } from '../components/paths/pathLink'
import { useThreadFolder } from '../composables/thread/threadContext'
import { findPathsIn } from '../text/findPathsIn'
import { isWindowsFolder } from '../text/paths'

/** Code in its colours, once they are known, in which what names a file of the thread is a link to it. */
export default defineComponent({
  props: {
    text: { type: String, required: true },
    /** The same text, by line. */
    lines: { type: Array as PropType<CodeLines | undefined>, default: undefined },
    /** More text follows: half a path is not linked. */
    isGrowing: Boolean,
  },
  setup(props) {
    const paths = useEntryPaths()
    const isWindows = isWindowsFolder(useThreadFolder())
    // What gives code its colours may take other line endings for one.
    const drawn = computed(() => props.lines?.map(tokens => tokens.map(({ text }) => text).join('')).join('\n') ?? props.text)
    const named = computed(() =>
      paths && !props.isGrowing ? findPathsIn(drawn.value, { max: maxLookups, isCode: true, isWindows }) : [])
    const links = computed(() => named.value.flatMap(({ start, end, path: written, line, column }) => {
      const path = paths?.find(written)
      return path === undefined
        ? []
        : [{ start, end, place: { path, ...line !== undefined && { line }, ...column !== undefined && { column } } }]
    }))

    return (): VNodeChild => {
      const lines: CodeLines = props.lines ?? [[{ text: props.text }]]
      let from = 0
      return lines.flatMap((tokens, index) => {
        const end = from + tokens.reduce((length, { text }) => length + text.length, 0)
        const here = links.value.filter(link => link.end > from && link.start < end)
        const pieces = linkedTokens(tokens, { from, links: here }).map(({ text, colour, link }) => {
          const look = { class: 'token', style: colour === undefined ? undefined : { color: colour } }
          if (link)
            return h('span', { ...look, ...linkAttributes(link.place), ...!link.isStart && { tabindex: -1 } }, text)
          return colour === undefined ? text : h('span', look, text)
        })
        from = end + 1
        return index < lines.length - 1 ? [...pieces, '\n'] : pieces
      })
    }
  },
})

/** A part of a text that leads to a file. */
interface LinkedPart {
  readonly start: number
  readonly end: number
  readonly place: FilePlace
}

/** A piece of a token: all of it leads to a file, or nothing of it does. */
type LinkedToken<T> = T & { readonly link?: { readonly place: FilePlace, readonly isStart: boolean } }

/**
 * The tokens of a line that begins at `from` of the text, cut where links begin and end: colours know nothing of paths,
 * and a path may be of several colours. `links` are in their order.
 */
export function linkedTokens<T extends { readonly text: string }>(
  tokens: readonly T[],
  { from, links }: { from: number, links: readonly LinkedPart[] },
): LinkedToken<T>[] {
  const pieces: LinkedToken<T>[] = []
  let tokenStart = from
  for (const token of tokens) {
    const tokenEnd = tokenStart + token.text.length
    for (let start = tokenStart, end = start; start < tokenEnd; start = end) {
      const link = links.find(({ end }) => end > start)
      const isIn = link !== undefined && link.start <= start
      end = Math.min(tokenEnd, (isIn ? link.end : link?.start) ?? tokenEnd)
      const text = token.text.slice(start - tokenStart, end - tokenStart)
      pieces.push({ ...token, text, ...isIn && { link: { place: link.place, isStart: start === link.start } } })
    }
    tokenStart = tokenEnd
  }
  return pieces
}
