// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { expect, it, onTestFinished, vi } from 'vitest'
import AboutSection from '../../../src/renderer/components/settings/AboutSection.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { hostStandIn, standInGreeting } from './hostStandIn'

function mountSection(greeting: Partial<typeof standInGreeting>, revealDataFolder = vi.fn(() => undefined)): VueWrapper {
  const section = mount(AboutSection, {
    props: { greeting: { ...standInGreeting, ...greeting } },
    global: { provide: { [hostKey as symbol]: hostStandIn({ revealDataFolder }).connection } },
  })
  onTestFinished(() => section.unmount())
  return section
}

function findButton(section: VueWrapper, name: string) {
  return section.findAll('button').find(({ element }) => element.textContent?.trim() === name)
}

it('Settings show Parley\'s version and data folder, and can reveal it if there is a file manager', async () => {
  const reveal = vi.fn(() => undefined)
  const section = mountSection({ version: '1.2.3', shell: 'desktop', dataFolder: '/home/me/\u202Eparley', canReveal: true }, reveal)
  expect(section.text()).toContain('Parley 1.2.3, desktop, linux')
  expect(section.text()).toContain('/home/me/⟨U+202E⟩parley')
  await findButton(section, 'Show in file manager')!.trigger('click')
  await expect.poll(() => reveal).toHaveBeenCalledOnce()
  expect(findButton(mountSection({}), 'Show in file manager')).toBeUndefined()
})

it('Settings show the licences of bundled software on demand', async () => {
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response('somebody 1.0\n\nMIT License'))))
  onTestFinished(() => void vi.unstubAllGlobals())
  const section = mountSection({})
  expect(section.find('pre').exists()).toBe(false)
  await findButton(section, 'Show their licences')!.trigger('click')
  await expect.poll(() => section.text()).toContain('somebody 1.0')
})
