import type { FilePlace } from '../components/paths/pathActions'
import type { CodeLines } from './highlight/highlighter'
import { computed, defineComponent, h, type PropType, type VNodeChild } from 'vue'
import { maxLookups } from '../../shared/files/fileLimits'
import { useEntryPaths } from '../components/paths/entryPaths'
import { createLinkAttributes } from '../components/paths/pathLink'
import { useThreadFolder } from '../composables/thread/threadContext'
import { findPaths } from '../text/findPaths'
import { isWindowsFolder } from '../text/paths'

/** Code, coloured once its tokens are known, in which paths of the thread's files are links. */
export default defineComponent({
  props: {
    text: { type: String, required: true },
    /** Coloured tokens of the same text by line. */
    lines: { type: Array as PropType<CodeLines | undefined>, default: undefined },
    /** Whether more text follows, so that an incomplete path is not linked. */
    isGrowing: Boolean,
  },
  setup(props) {
    const paths = useEntryPaths()
    const isWindows = isWindowsFolder(useThreadFolder())
    // The highlighter may treat other characters as line endings.
    const drawn = computed(() =>
      props.lines?.map(tokens => tokens.map(({ text }) => text).join('')).join('\n') ?? props.text,
    )
    const named = computed(() =>
      paths && !props.isGrowing ? findPaths(drawn.value, { max: maxLookups, isCode: true, isWindows }) : [])
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
        const pieces = linkTokens(tokens, { from, links: here }).map(({ text, colour, link }) => {
          const look = { class: 'token', style: colour === undefined ? undefined : { color: colour } }
          if (link)
            return h('span', { ...look, ...createLinkAttributes(link.place), ...!link.isStart && { tabindex: -1 } }, text)
          return colour === undefined ? text : h('span', look, text)
        })
        from = end + 1
        return index < lines.length - 1 ? [...pieces, '\n'] : pieces
      })
    }
  },
})

/** A part of a text that links to a file. */
interface LinkedPart {
  readonly start: number
  readonly end: number
  readonly place: FilePlace
}

/** A part of a token, either entirely linked or not at all. */
type LinkedToken<T> = T & { readonly link?: { readonly place: FilePlace, readonly isStart: boolean } }

/**
 * Splits a line's tokens where links begin and end, as a path may consist of several tokens. The line begins at `from`
 * in the text. `links` are in order.
 */
export function linkTokens<T extends { readonly text: string }>(
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
