// @vitest-environment happy-dom
import type { TurnChanges } from '../../../../src/shared/changes/turnChanges'
import type { ToolEntry } from '../../../../src/shared/thread/transcript'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { isOutside } from '../../../../src/renderer/components/transcript/changes/changedFiles'
import ChangedFiles from '../../../../src/renderer/components/transcript/changes/ChangedFiles.vue'
import { provideThreadFolder } from '../../../../src/renderer/composables/thread/threadContext'

/** A call that shows a diff of each of these files. */
function makeEdit(...paths: string[]): ToolEntry {
  return makeChange(paths, 'a\n')
}

function makeChange(paths: readonly string[], oldText: string | null): ToolEntry {
  const content = paths.map(path => ({ type: 'diff' as const, path, oldText, newText: 'b\n' }))
  const call = { toolCallId: 'c', title: 'Edit', kind: 'edit' as const, status: 'completed' as const, content }
  return { kind: 'tool', id: 'e1', at: 1, terminalIds: [], call }
}

/** The text of each row of the card. */
function listRows(calls: readonly ToolEntry[], changes?: TurnChanges): string[] {
  const view = mount({
    components: { ChangedFiles },
    setup() {
      provideThreadFolder('/work/app', ['/work/lib'])
      return { calls, changes }
    },
    template: '<ChangedFiles :calls :changes prompt-id="p1" />',
  })
  return view.findAll('li button.row').map(row => row.text().replaceAll(/\s+/g, ' '))
}

it('marks files that are in none of the thread\'s folders', () => {
  const mark = 'outside the folder'
  const shown = listRows([makeEdit('/work/app/in.ts', '/work/lib/too.ts', '/etc/hosts', '/work/app/../up.ts')])
  expect(shown.map(row => row.includes(mark))).toEqual([true, false, true, false])
  const changes: TurnChanges = { count: 1, files: [{ path: '/real/app/in.ts', kind: 'changed', by: ['asked'] }] }
  expect(listRows([makeEdit('/real/app/in.ts')], changes).some(row => row.includes(mark)), 'seen where Parley looks')
    .toBe(false)
})

it('shows from the recorded change whether a file is new or overwritten, and how much was removed', () => {
  const files = [
    { path: '/work/app/over.ts', kind: 'changed' as const, by: ['asked' as const], added: 1, removed: 3 },
    { path: '/work/app/new.ts', kind: 'added' as const, by: ['asked' as const], added: 1 },
  ]
  const calls = [makeChange(['/work/app/over.ts'], null), makeChange(['/work/app/new.ts'], '')]
  expect(listRows(calls, { count: 2, files })).toEqual(['Anew.ts+1', 'Mover.ts+1−3'])
  expect(listRows(calls)).toEqual(['Mnew.ts+1', 'Aover.ts+1'])
  const compared = [{ path: '/work/app/over.ts', oldText: 'a\na\na\n', newText: 'b\n' }]
  expect(listRows([{ ...calls[0]!, compared }])).toEqual(['Mover.ts+1−3'])
})

it('lists six of many files, by folder and number, and says how many more there are', async () => {
  const paths = Array.from({ length: 500 }, (_, index) => `/work/app/file${500 - index}.ts`)
  expect(listRows([makeEdit('/work/app/lib/a.ts', ...paths)]))
    .toEqual([1, 2, 3, 4, 5, 6].map(number => `Mfile${number}.ts`))
  const view = mount(ChangedFiles, { props: { calls: [makeEdit(...paths)] } })
  await view.get('button.more').trigger('click')
  expect(view.findAll('li button.row').length, 'without a review they are listed here').toBeGreaterThan(20)
})

it('recognizes outside files by the naming rules of the folder\'s system', () => {
  expect(isOutside('src/a.ts', ['/work/app'])).toBe(false)
  expect(isOutside('../a.ts', ['/work/app'])).toBe(true)
  expect(isOutside('c:\\work\\APP\\a.ts', ['C:\\Work\\app'])).toBe(false)
  expect(isOutside('D:\\a.ts', ['C:\\Work\\app'])).toBe(true)
  expect(isOutside('/etc/hosts', [])).toBe(false)
})
