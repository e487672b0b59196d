import type { OpenOutcome } from '../../../src/shared/contract/methods/fileMethods'
import { mount } from '@vue/test-utils'
import { expect, it, onTestFinished, vi } from 'vitest'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import { provideEntryPaths } from '../../../src/renderer/components/paths/entryPaths'
import { type FilePlace, providePathActions } from '../../../src/renderer/components/paths/pathActions'
import { createLinkListeners } from '../../../src/renderer/components/paths/pathLink'
import PathLink from '../../../src/renderer/components/paths/PathLink.vue'
import PathText from '../../../src/renderer/components/paths/PathText'
import { type OpenFiles, provideOpenFiles, useOpenFiles } from '../../../src/renderer/composables/files/openFiles'
import { provideHost } from '../../../src/renderer/composables/host/useHost'
import { provideThreadFolder } from '../../../src/renderer/composables/thread/threadContext'
import { provideProblems } from '../../../src/renderer/composables/useProblems'
import MarkdownText from '../../../src/renderer/markdown/MarkdownText.vue'
import { maxLookups } from '../../../src/shared/files/fileLimits'
import { hostStandIn } from './hostStandIn'

/** An entry that shows `text`; the host knows `files` and records its calls. */
function mountEntry({ text, files, isPlain = false, place = 'x', outcome = 'opened' }: {
  text: string
  files: Set<string>
  isPlain?: boolean
  place?: string
  outcome?: OpenOutcome
}) {
  const asked: string[] = []
  const opened: FilePlace[] = []
  let beside: OpenFiles
  const isLive = shallowRef(true)
  const shown = shallowRef(text)
  const { connection } = hostStandIn({
    unsavedFiles: () => [],
    findPaths: ({ paths }) => {
      asked.push(...paths)
      return paths.map(path => files.has(path) ? `/work/${path}` : null)
    },
    openInEditor: ({ path, line, column }) => {
      opened.push({ path, ...line && { line }, ...column && { column } })
      return outcome
    },
  })
  const Entry = defineComponent({
    setup() {
      provideEntryPaths(() => isLive.value)
      return () => isPlain ? h(PathText, { text: shown.value }) : [h(PathLink, { path: place }), h(MarkdownText, { text: shown.value })]
    },
  })
  const wrapper = mount(defineComponent({
    setup() {
      provideHost(connection)
      provideProblems()
      provideThreadFolder('/work')
      provideOpenFiles()
      beside = useOpenFiles()('t')
      const actions = providePathActions({ threadId: 't', preview: vi.fn() })
      return () => h('div', createLinkListeners(actions), [h(Entry)])
    },
  }), { attachTo: document.body })
  onTestFinished(() => wrapper.unmount())
  const links = () => wrapper.findAll('[data-path]').map(link => `${link.text()} → ${link.attributes('data-path')}`)
  return { wrapper, asked, opened, isLive, shown, links, shownBeside: () => beside.active.value }
}

it('links existing files in prose and code, but no web addresses', async () => {
  const text = 'See src/a.ts:3 and `b.ts`, [c.ts](https://x.y/c.ts), [d.ts:1](/work/d.ts), gone.ts.\n\n- src/a.ts'
  const { links, asked, wrapper } = mountEntry({ text, files: new Set(['src/a.ts', 'b.ts', 'c.ts', 'd.ts']) })
  const before = wrapper.text()
  await expect.poll(() => links()).toEqual([
    'src/a.ts:3 → /work/src/a.ts',
    'b.ts → /work/b.ts',
    'd.ts:1 → /work/d.ts',
    'src/a.ts → /work/src/a.ts',
  ])
  expect(asked).toEqual(['x', 'src/a.ts', 'b.ts', 'd.ts', 'gone.ts'])
  expect(wrapper.text()).toBe(before)
})

it('links paths in a code block once it is closed', async () => {
  const text = 'Run:\n\n```\nconsole.log\n  at src/a.ts:3:7 (gone/b.ts)\nsrc/a'
  const { links, asked, shown, wrapper } = mountEntry({ text, files: new Set(['src/a.ts', 'src/a', 'src/abc']) })
  await nextTick()
  shown.value = `${text}bc\n\`\`\``
  await expect.poll(() => links()).toEqual(['src/a.ts:3:7 → /work/src/a.ts', 'src/abc → /work/src/abc'])
  expect(asked).toEqual(['x', 'src/a.ts', 'gone/b.ts', 'src/abc'])
  expect(wrapper.find('pre').text()).toBe('console.log\n  at src/a.ts:3:7 (gone/b.ts)\nsrc/abc')
})

it('ignores path links in an agent’s HTML, and misleading paths', async () => {
  const text = '<span class="path" data-path="/etc/passwd" role="link">x.ts</span> `src/\u202Ea.ts` src/\u200Ba.ts a.ts'
  const { links } = mountEntry({ text, files: new Set(['a.ts', 'src/a.ts']) })
  await expect.poll(() => links()).toEqual(['a.ts → /work/a.ts'])
})

it('shows plain text unchanged, and a click or Enter on a link opens it', async () => {
  const text = '  src/a.ts:3:7: error\n\n\tb/c  '
  const { wrapper, links, opened } = mountEntry({ text, files: new Set(['src/a.ts', 'b/c']), isPlain: true })
  await expect.poll(() => links()).toEqual(['src/a.ts:3:7 → /work/src/a.ts', 'b/c → /work/b/c'])
  expect(wrapper.element.textContent).toBe(text)
  const [first, second] = wrapper.findAll('[data-path]')
  await first!.trigger('click')
  await second!.trigger('keydown', { key: 'Enter' })
  await expect.poll(() => opened).toEqual([{ path: '/work/src/a.ts', line: 3, column: 7 }, { path: '/work/b/c' }])
})

it('looks up each path once, up to a limit, and missing ones again at the end of the turn', async () => {
  const makePaths = (name: string): string =>
    Array.from({ length: maxLookups * 0.6 }, (_, index) => `${name}/${index}x`).join(' ')
  const text = `new.ts new.ts ${makePaths('a')}\n\n${makePaths('b')}`
  const files = new Set<string>()
  const { asked, isLive, links } = mountEntry({ text, files })
  await expect.poll(() => asked).toHaveLength(maxLookups)
  expect(new Set(asked).size).toBe(maxLookups)
  files.add('new.ts')
  isLive.value = false
  await expect.poll(() => links()).toEqual(['new.ts → /work/new.ts', 'new.ts → /work/new.ts'])
})

it('does not look up an incomplete path at the end of growing text', async () => {
  const { asked, shown } = mountEntry({ text: 'Well', files: new Set() })
  for (const text of ['Well, src/a', 'Well, src/app.t', 'Well, src/app.ts is it.\n\nNow ot', 'Well, src/app.ts is it.\n\nNow other.m']) {
    shown.value = text
    await nextTick()
  }
  await expect.poll(() => asked).toEqual(['x', 'src/app.ts'])
})

it('looks up other paths although one is too long for any system', async () => {
  const { links } = mountEntry({ text: 'a.ts', files: new Set(['a.ts']), place: 'a/'.repeat(3_000) })
  await expect.poll(() => links()).toEqual(['a.ts → /work/a.ts'])
})

it.each(['no_display', 'no_choice'] as const)('shows the file beside the thread if no editor opens it: %s', async (outcome) => {
  const { wrapper, links, opened, shownBeside } = mountEntry({ text: 'a.ts', files: new Set(['a.ts']), outcome })
  await expect.poll(() => links()).toHaveLength(1)
  await wrapper.find('[data-path]').trigger('click')
  await expect.poll(() => shownBeside()).toBe('/work/a.ts')
  expect(opened).toHaveLength(1)
})

it('links by the address of a link only, whatever its text', async () => {
  const text = [
    '[index.ts](src/server/index.ts)',
    '[entry](src/server/index.ts:2)',
    '[index.ts:2](src/server/index.ts#L2)',
    '[angle](<docs/my notes.md>)',
    '[percent](docs/my%20notes.md)',
    '[parens](docs/a(1).txt)',
    '[file url](file:///work/docs/my%20notes.md)',
    '[absolute](<//share/index.ts>) [c](vscode://index.ts) [notes.md](docs/gone.md) [index.ts](#index.ts) [x](index.ts%FF)',
    '![chart](out/chart.png) ![notes.md](https://x.y/notes.md)',
    '`docs/my notes.md` and docs/my notes.md, `docs/other notes.md`, `cat notes.md`, [a](docs/my notes.md)',
  ].join('\n\n')
  const files = ['index.ts', 'notes.md', 'src/server/index.ts', 'docs/my notes.md', 'docs/a(1).txt', 'out/chart.png']
  const { links, wrapper } = mountEntry({ text, files: new Set(files) })
  await expect.poll(() => links().length).toBeGreaterThan(11)
  expect(links()).toEqual([
    'index.ts → /work/src/server/index.ts',
    'entry → /work/src/server/index.ts',
    'index.ts:2 → /work/src/server/index.ts',
    'angle → /work/docs/my notes.md',
    'percent → /work/docs/my notes.md',
    'parens → /work/docs/a(1).txt',
    'file url → /work/docs/my notes.md',
    'Image: chart → /work/out/chart.png',
    'docs/my notes.md → /work/docs/my notes.md',
    'docs/my notes.md → /work/docs/my notes.md',
    'notes.md → /work/notes.md',
    'docs/my notes.md → /work/docs/my notes.md',
  ])
  expect(wrapper.findAll('[data-line]').map(link => link.attributes('data-line'))).toEqual(['2', '2'])
})
