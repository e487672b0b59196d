// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { nextTick } from 'vue'
import ConfigSearch from '../../../src/renderer/components/composer/options/ConfigSearch.vue'

it('a long list of values begins with the favourites, which a key toggles', async () => {
  const choices = ['Small', 'Big', 'Fast'].map(name => ({ value: name.toLowerCase(), name, description: `A ${name} one` }))
  const props = { name: 'Model', current: 'small', choices, actsUnasked: () => false }
  const view = mount(ConfigSearch, { attachTo: document.body, props })
  await view.get('button').trigger('click')
  const listNames = () => view.findAll('[role=option] .name').map(option => option.text())
  const listGroups = () => view.findAll('[role=presentation]').map(group => group.text())
  expect([listNames(), listGroups()]).toEqual([['Small', 'Big', 'Fast'], []])

  const box = view.get('[role=combobox]')
  await box.trigger('keydown', { key: 'ArrowDown' })
  await box.trigger('keydown', { key: 'd', code: 'KeyD', ctrlKey: true })
  await nextTick()
  expect([listNames(), listGroups()]).toEqual([['Big', 'Small', 'Fast'], ['Favourites', 'All']])
  await view.findAll('.star')[0]!.trigger('click')
  expect(listNames()).toEqual(['Small', 'Big', 'Fast'])
  expect(view.emitted('choose')).toBeUndefined()
  view.unmount()
})
