// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it, onTestFinished } from 'vitest'
import PathField from '../../../src/renderer/components/newThread/folder/PathField.vue'
import RecentFolders from '../../../src/renderer/components/newThread/folder/RecentFolders.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { hostStandIn } from './hostStandIn'

it('Tab completes a part of a path as in a shell, and leaves the field once the path is a folder', async () => {
  const folders = ['/home/me/shop', '/home/me/shots']
  const host = hostStandIn({
    lookAtFolder: ({ typed }) => ({ path: typed, state: folders.includes(typed.replace(/\/$/, '')) ? 'folder' : 'missing', folders }),
  })
  const field = mount(PathField, {
    attachTo: document.body,
    props: { 'modelValue': '', 'hint': 'A folder', 'onUpdate:modelValue': (text: string) => void field.setProps({ modelValue: text }) },
    global: { provide: { [hostKey as symbol]: host.connection } },
  })
  onTestFinished(() => field.unmount())
  const box = field.get('input')
  const press = (key: string, more = {}): boolean =>
    box.element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

  await box.setValue('/home/me/sh')
  await expect.poll(() => field.findAll('[role=option]')).toHaveLength(2)
  expect(press('Tab', { shiftKey: true }), 'back to where one came from').toBe(true)
  expect(press('Tab')).toBe(false)
  await expect.poll(() => box.element.value).toBe('/home/me/shop/')
  await expect.poll(() => field.text()).not.toContain('doesn’t exist')
  expect(press('Tab')).toBe(true)

  press('ArrowDown')
  press('ArrowDown')
  expect(press('Tab')).toBe(false)
  await expect.poll(() => box.element.value).toBe('/home/me/shots/')
})

it('Tab works even right after the last letter', async () => {
  const host = hostStandIn({
    lookAtFolder: ({ typed }) => ({
      path: typed,
      state: typed === '/home/me' ? 'folder' : 'missing',
      folders: typed === '/home/me/sh' ? ['/home/me/shop'] : [],
    }),
  })
  const form = mount({
    components: { PathField },
    data: () => ({ path: '' }),
    template: `<form>
      <PathField v-model="path" hint="A folder"><button type="button">Choose</button></PathField>
    </form>`,
  }, { attachTo: document.body, global: { provide: { [hostKey as symbol]: host.connection } } })
  onTestFinished(() => form.unmount())
  const box = form.get('input')
  box.element.focus()
  for (const [typed, completed] of [['/home/me/sh', '/home/me/shop/'], ['/home/me', '/home/me']] as const) {
    await box.setValue(typed)
    await box.trigger('keydown', { key: 'Tab' })
    await expect.poll(() => box.element.value).toBe(completed)
  }
  await expect.poll(() => document.activeElement?.textContent).toBe('Choose')
})

it('the chosen folder is not among the recent ones, with or without a final slash', () => {
  for (const current of ['/home/me/shop', '/home/me/shop/']) {
    const recent = mount(RecentFolders, { props: { folders: ['/home/me/shop', '/home/me/site'], current } })
    expect(recent.findAll('button').map(({ element }) => element.textContent?.trim())).toEqual(['site'])
    recent.unmount()
  }
})
