// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it, onTestFinished } from 'vitest'
import { h } from 'vue'
import { useBranch } from '../../../src/renderer/components/thread/useBranch'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { hostStandIn } from './hostStandIn'

type Thread = ReturnType<Parameters<typeof useBranch>[0]>

/** Shows the branch of a thread, whose folders are on the branches given. */
function showBranch(thread: Thread, branches: Record<string, string>) {
  const asked: string[] = []
  const host = hostStandIn({
    lookAtFolder: ({ typed }) => {
      asked.push(typed)
      const branch = branches[typed]
      return { path: typed, state: 'folder', folders: [], ...branch !== undefined && { branch } }
    },
  })
  const shown = mount({
    props: ['thread'],
    setup(props: { thread: Thread }) {
      const branch = useBranch(() => props.thread)
      return () => h('p', branch.value ?? 'none')
    },
  }, { props: { thread }, global: { provide: { [hostKey as symbol]: host.connection } } })
  onTestFinished(() => shown.unmount())
  return { shown, asked }
}

it('a thread shows the branch of its folder, also after its agent or another window switched it', async () => {
  const branches: Record<string, string> = { '/shop': 'main' }
  const working: Thread = { folder: '/shop', activity: { state: 'working', since: 0, lastUpdateAt: 0 } }
  const { shown } = showBranch(working, branches)
  await expect.poll(() => shown.text()).toBe('main')

  branches['/shop'] = 'fix-prices'
  await shown.setProps({ thread: { ...working, activity: { state: 'ready' } } })
  await expect.poll(() => shown.text()).toBe('fix-prices')

  branches['/shop'] = 'main'
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => shown.text()).toBe('main')

  await shown.setProps({ thread: { ...working, folder: '/plain' } })
  expect(shown.text(), 'never the branch of another folder').toBe('none')
})

it('looks up no branch of scratch folders and remote folders', async () => {
  const lent: Thread = { folder: '/scratch', isScratch: true, activity: { state: 'ready' } }
  const { shown, asked } = showBranch(lent, { '/scratch': 'main' })
  const elsewhere = { host: 'far', folder: '/there' }
  await shown.setProps({ thread: { folder: '/x', activity: lent.activity, elsewhere } })
  await shown.setProps({ thread: { folder: '/last', activity: { state: 'ready' } } })
  await expect.poll(() => asked).toEqual(['/last'])
})
