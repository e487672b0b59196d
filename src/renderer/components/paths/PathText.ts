import { computed, defineComponent, h, type VNodeChild } from 'vue'
import { maxLookups } from '../../../shared/files/fileLimits'
import { useThreadFolder } from '../../composables/thread/threadContext'
import { findPaths } from '../../text/findPaths'
import { isWindowsFolder } from '../../text/paths'
import AddressText from './AddressText'
import { useEntryPaths } from './entryPaths'
import { createLinkAttributes } from './pathLink'

/** Verbatim text with links on names of the thread's files. Every character must be rendered unchanged. */
export default defineComponent({
  props: {
    text: { type: String, required: true },
    /** Whether the text is code, in which `a.b` is rarely a file. */
    isCode: Boolean,
    /** Draws no links, as an ancestor is clickable. */
    isPlain: Boolean,
  },
  setup(props) {
    const paths = useEntryPaths()
    const isWindows = isWindowsFolder(useThreadFolder())
    const named = computed(() =>
      paths && !props.isPlain ? findPaths(props.text, { max: maxLookups, isCode: props.isCode, isWindows }) : [])
    const linked = (text: string): VNodeChild => props.isPlain ? text : h(AddressText, { text })
    return (): VNodeChild => {
      const { text } = props
      const pieces: VNodeChild[] = []
      let drawn = 0
      for (const { start, end, path, line, column } of named.value) {
        const place = paths?.find(path)
        if (place === undefined)
          continue
        const link = createLinkAttributes({
          path: place,
          ...line !== undefined && { line },
          ...column !== undefined && { column },
        })
        pieces.push(linked(text.slice(drawn, start)), h('span', link, text.slice(start, end)))
        drawn = end
      }
      return [...pieces, linked(text.slice(drawn))]
    }
  },
})
