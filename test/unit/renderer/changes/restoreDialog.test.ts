// @vitest-environment happy-dom
import type { DefineComponent } from 'vue'
import type { PlannedChange, ReviewOutcome } from '../../../../src/shared/changes/change'
import { flushPromises, mount } from '@vue/test-utils'
import { Virtualizer } from 'virtua/vue'
import { describe, expect, it } from 'vitest'
import { provideToasts, type Toasts } from '../../../../src/renderer/components/base/useToasts'
import RestoreDialog from '../../../../src/renderer/components/changes/restore/RestoreDialog.vue'
import { provideHost } from '../../../../src/renderer/composables/host/useHost'
import { provideProblems } from '../../../../src/renderer/composables/useProblems'
import { HostError } from '../../../../src/shared/errors'
import { ChangesHost } from '../../../tools/gallery/changes/changesHost'

const keys = { baseline: 'b', by: ['asked' as const] }
const steps: PlannedChange[] = [
  { path: '/w/a.ts', does: 'restore', added: 1, removed: 2, current: 'a', ...keys },
  { path: '/w/new.ts', does: 'delete', removed: 3, current: 'n', ...keys },
  { path: '/w/both.ts', does: 'restore', conflict: 'shared', current: 'b', ...keys },
  { path: '/w/large.bin', does: 'restore', conflict: 'unkept', current: 'l', ...keys },
]
const activity = { state: 'ready' as const }
const thread = { threadId: 't', title: 'T', agentId: 'a', agentName: 'Agent', folder: '/w', additionalFolders: [] }

/** The dialog, over a host that answers so. */
async function openDialog(restores: () => ReviewOutcome) {
  const asked: string[][] = []
  const host = new ChangesHost({})
  Object.assign(host.host, {
    previewRestore: () => Promise.resolve(steps),
    restoreFiles: ({ files }: { files: { path: string }[] }) => {
      asked.push(files.map(({ path }) => path))
      return Promise.resolve().then(restores)
    },
    cancelTurn: () => Promise.resolve(void asked.push(['stop'])),
  })
  let toasts: Toasts | undefined
  const summary = { ...thread, createdAt: 0, updatedAt: 0, rank: 0, activity, waiting: 0 }
  const view = mount({
    components: { RestoreDialog },
    setup() {
      provideHost(host.connection)
      provideProblems()
      toasts = provideToasts()
      return { summary }
    },
    template: '<RestoreDialog :thread="summary" prompt-id="p" />',
  }, { attachTo: document.body })
  await flushPromises()
  const button = (name: string) => view.findAll('button').find(button => button.text() === name)
  /** Elements have no height here, so the list would draw no rows. */
  const rows = (): string[] => {
    const list = view.findComponent(Virtualizer as unknown as DefineComponent<{ data: unknown[] }>)
    const drawn = mount({ render: () => list.props('data').map(item => list.vm.$slots.default?.({ item })) })
    return drawn.findAll('[role=listitem]').map(row => row.text().replaceAll(/\s+/g, ' '))
  }
  return { view, asked, button, rows, toasts: toasts! }
}

describe('the dialog before files are restored', () => {
  it('lists skipped files first, with the reason, and restores only the rest', async () => {
    const left = [{ path: '/w/new.ts', why: 'changedMeanwhile' as const, words: 'Somebody changed it just now.' }]
    const { view, asked, button, rows, toasts } = await openDialog(() => ({ done: 1, left }))
    expect(view.get('.sum').text()).toBe('1 file restored, 1 file deleted2 files left alone')
    expect(rows()).toEqual([
      expect.stringMatching(/^Others changed the same lines since ?both\.ts$/),
      expect.stringMatching(/^Earlier content not kept ?large\.bin$/),
      expect.stringMatching(/^Restore ?a\.ts.*Its edits$/),
      expect.stringMatching(/^Delete ?new\.ts/),
    ])
    await button('Restore')!.trigger('click')
    await flushPromises()
    expect(asked).toEqual([['/w/a.ts', '/w/new.ts']])
    expect(toasts.shown.value.at(-1))
      .toMatchObject({ text: 'Restored 1 file', detail: '1 file was left alone: Somebody changed it just now.' })
    view.unmount()
  })

  it('offers to stop an agent that works in the folder, and then restores', async () => {
    let isBusy = true
    const { view, asked, button } = await openDialog(() => {
      if (isBusy)
        throw new HostError('busy', 'An agent is working in this folder.')
      return { done: 2, left: [] }
    })
    await button('Restore')!.trigger('click')
    await flushPromises()
    expect(view.get('[role=alert]').text()).toContain('An agent works in this folder. Stop it first.')
    isBusy = false
    await button('Stop the agent')!.trigger('click')
    await flushPromises()
    expect(view.find('[role=alert]').exists()).toBe(false)
    await button('Restore')!.trigger('click')
    await flushPromises()
    expect(asked.map(paths => paths.length)).toEqual([2, 1, 2])
    view.unmount()
  })

  it('says why restoring failed, and keeps the list', async () => {
    const { view, button, rows } = await openDialog(() => {
      throw new HostError('storage', 'The disk is full.')
    })
    await button('Restore')!.trigger('click')
    await flushPromises()
    expect(view.get('[role=alert]').text()).toBe('Couldn’t restore the files: The disk is full.')
    expect(rows()).toHaveLength(4)
    view.unmount()
  })
})
