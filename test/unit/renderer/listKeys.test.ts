// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { useTemplateRef } from 'vue'
import { useListKeys } from '../../../src/renderer/components/threads/useListKeys'

const List = {
  props: ['titles'],
  setup() {
    return useListKeys(useTemplateRef<HTMLElement>('list'))
  },
  template: `<nav ref="list" @focusin="onFocus" @keydown="onKey">
    <h2><button aria-expanded="true">shop</button><button>Add</button></h2>
    <div v-for="title in titles" :key="title" data-thread>
      <a :href="'#' + title" :aria-current="title === 'b' ? 'page' : undefined">{{ title }}</a>
      <span class="buttons"><button>Archive {{ title }}</button><button>Menu of {{ title }}</button></span>
    </div></nav>`,
}

it('a list of threads is one Tab stop, the open thread, and arrow keys reach the rest', async () => {
  const list = mount(List, { attachTo: document.body, props: { titles: ['a', 'b', 'c'] } })
  const listControls = () => [...document.querySelectorAll<HTMLElement>('nav :is(a, button)')]
  const listStops = () => listControls().filter(({ tabIndex }) => tabIndex === 0).map(({ textContent }) => textContent)
  const getFocused = () => document.activeElement?.textContent
  expect(listStops()).toEqual(['b'])

  list.get<HTMLElement>('[aria-current]').element.focus()
  const visited = []
  const keys = ['Down', 'Down', 'Right', 'Right', 'Right', 'Left', 'Up'].map(way => `Arrow${way}`)
  for (const key of [...keys, 'Home', 'ArrowRight', 'End']) {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    visited.push(getFocused())
  }
  expect(visited).toEqual(['c', 'c', 'Archive c', 'Menu of c', 'Menu of c', 'Archive c', 'b', 'shop', 'Add', 'c'])
  expect(listStops()).toEqual(['c'])
  list.unmount()
})
