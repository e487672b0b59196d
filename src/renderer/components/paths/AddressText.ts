import { computed, defineComponent, h, inject, type VNodeChild } from 'vue'
import { askToOpenKey } from '../../composables/linkOpening'
import { findAddresses } from '../../text/findAddresses'

/** Verbatim text with web addresses as links, which ask before they open. */
export default defineComponent({
  props: { text: { type: String, required: true } },
  setup(props) {
    const askToOpen = inject(askToOpenKey, undefined)
    const found = computed(() => askToOpen ? findAddresses(props.text) : [])
    return (): VNodeChild => {
      const pieces: VNodeChild[] = []
      let drawn = 0
      for (const { start, end, address } of found.value) {
        const open = (event: MouseEvent): void => {
          event.preventDefault()
          if (event.button <= 1)
            askToOpen?.(address)
        }
        pieces.push(
          props.text.slice(drawn, start),
          h('a', { href: address, rel: 'noopener noreferrer', onClick: open, onAuxclick: open }, address),
        )
        drawn = end
      }
      return [...pieces, props.text.slice(drawn)]
    }
  },
})
