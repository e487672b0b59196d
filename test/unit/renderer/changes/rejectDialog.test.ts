// @vitest-environment happy-dom
import type { PlannedChange } from '../../../../src/shared/changes/change'
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { shallowRef } from 'vue'
import RejectDialog from '../../../../src/renderer/components/changes/decide/RejectDialog.vue'
import { provideHost } from '../../../../src/renderer/composables/host/useHost'
import { ChangesHost } from '../../../tools/gallery/changes/changesHost'

const keys = { does: 'restore' as const, baseline: 'b', current: 'c' }
const planned: PlannedChange[] = [
  { path: '/w/named', by: ['asked', 'you'], ...keys },
  { path: '/w/built', by: ['asked', 'command'], ...keys, does: 'delete' },
  { path: '/w/silent', by: ['command', 'unannounced'], ...keys },
  { path: '/w/both', by: ['asked', 'outside'], ...keys, conflict: 'shared' },
  { path: '/w/hidden', by: ['asked'], ...keys },
]

it('rejects the selected changes, and does not preselect changes of unknown origin', async () => {
  const host = new ChangesHost({})
  Object.assign(host.host, { previewReject: () => Promise.resolve(planned) })
  const asked = shallowRef<readonly { path: string }[]>()
  const view = mount({
    components: { RejectDialog },
    setup() {
      provideHost(host.connection)
      return { isShown: ({ path }: PlannedChange) => path !== '/w/hidden', reject: (files: { path: string }[]) => asked.value = files }
    },
    template: '<RejectDialog thread-id="t" folder="/w" :range="{}" :is-shown="isShown" @reject="reject" />',
  }, { attachTo: document.body })
  await flushPromises()
  expect(view.get('.sum').text()).toBe('1 file restored, 1 file deleted1 file left alone')
  const grades = view.findAll('.grade')
  expect(grades.map(grade => [grade.text(), (grade.get('input').element as HTMLInputElement).checked])).toEqual([
    ['Its edits: 1 file', true],
    ['During its commands: 1 fileMay include edits by your other programs', true],
    [expect.stringMatching(/^Cannot tell: 1 file/), false],
  ])
  await grades[1]!.get('input').setValue(false)
  await grades[2]!.get('input').setValue(true)
  await view.findAll('button').find(button => button.text() === 'Reject')!.trigger('click')
  expect(asked.value).toEqual(['named', 'silent'].map(name => ({ path: `/w/${name}`, baseline: 'b', current: 'c' })))
  view.unmount()
})
