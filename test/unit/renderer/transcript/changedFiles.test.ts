// @vitest-environment happy-dom
import type { TurnChanges } from '../../../../src/shared/changes/turnChanges'
import type { ToolEntry } from '../../../../src/shared/thread/transcript'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ChangedFiles from '../../../../src/renderer/components/transcript/changes/ChangedFiles.vue'
import { isOutside } from '../../../../src/renderer/components/transcript/changes/isOutside'
import { provideThreadFolder } from '../../../../src/renderer/composables/thread/threadContext'

/** A call that shows a diff of each of these files. */
function edit(...paths: string[]): ToolEntry {
  const content = paths.map(path => ({ type: 'diff' as const, path, oldText: 'a\n', newText: 'b\n' }))
  const call = { toolCallId: 'c', title: 'Edit', kind: 'edit' as const, status: 'completed' as const, content }
  return { kind: 'tool', id: 'e1', at: 1, terminalIds: [], call }
}

/** Each row of the card, as it reads. */
function rows(calls: readonly ToolEntry[], changes?: TurnChanges): string[] {
  const view = mount({
    components: { ChangedFiles },
    setup() {
      provideThreadFolder('/work/app', ['/work/lib'])
      return { calls, changes }
    },
    template: '<ChangedFiles :calls :changes />',
  })
  return view.findAll('li button.row').map(row => row.text().replaceAll(/\s+/g, ' '))
}

it('marks the files that lie in none of the thread\'s folders', () => {
  const mark = 'outside the folder'
  const shown = rows([edit('/work/app/in.ts', '/work/lib/too.ts', '/etc/hosts', '/work/app/../up.ts')])
  expect(shown.map(row => row.includes(mark))).toEqual([false, false, true, true])
  const changes: TurnChanges = { count: 1, files: [{ path: '/real/app/in.ts', kind: 'changed', by: ['asked'] }] }
  expect(rows([edit('/real/app/in.ts')], changes).some(row => row.includes(mark)), 'seen where Parley looks').toBe(false)
})

it('knows what lies outside as the folder\'s system names files', () => {
  expect(isOutside('src/a.ts', ['/work/app'])).toBe(false)
  expect(isOutside('../a.ts', ['/work/app'])).toBe(true)
  expect(isOutside('c:\\work\\APP\\a.ts', ['C:\\Work\\app'])).toBe(false)
  expect(isOutside('D:\\a.ts', ['C:\\Work\\app'])).toBe(true)
  expect(isOutside('/etc/hosts', [])).toBe(false)
})
