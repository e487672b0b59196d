import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import PathButton from '../../../../src/renderer/components/paths/PathButton.vue'
import FileRow from '../../../../src/renderer/components/transcript/changes/FileRow.vue'
import { listToolCallChanges } from '../../../../src/renderer/components/transcript/changes/toolCallChanges'

const diff = (path: string) => ({ type: 'diff', path, oldText: 'a', newText: 'b' }) as const

it.each([
  ['the one location that its path is the end of', 'index.ts', ['/work/src/server/index.ts'], '/work/src/server/index.ts'],
  ['… from a folder on', './server/index.ts', ['/work/src/server/index.ts', '/work/index.ts'], '/work/src/server/index.ts'],
  ['… on Windows', 'server\\index.ts', ['C:\\work\\server\\index.ts'], 'C:\\work\\server\\index.ts'],
  ['no other file', 'index.ts', ['/work/my-index.ts'], 'index.ts'],
  ['none of several', 'index.ts', ['/work/a/index.ts', '/work/b/index.ts'], 'index.ts'],
  ['itself, where it is absolute', '/index.ts', ['/work/index.ts'], '/index.ts'],
])('a change is at %s', (_, path, locations, meant) => {
  const content = [diff(path)]
  const call = { content, locations: locations.map(path => ({ path, line: 7 })) }
  expect(listToolCallChanges(call)).toMatchObject([{ path: meant, oldText: 'a', newText: 'b' }])
  expect(listToolCallChanges(call)[0]).toBe(listToolCallChanges(call)[0])
  // Its line is that of the location.
  expect(listToolCallChanges(call)[0]?.firstLine).toBe(meant === locations[0] ? 7 : undefined)
})

it('does not link a bare name, which may belong to a file in any folder', () => {
  for (const [path, isLink] of [['index.ts', false], ['src/index.ts', true], ['/work/index.ts', true]] as const) {
    const row = mount(FileRow, { props: { path, kind: 'changed', modelValue: false }, global: { stubs: { PathButton: true } } })
    expect(row.findComponent(PathButton).exists(), path).toBe(isLink)
    row.unmount()
  }
})
