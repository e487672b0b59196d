import type { Attachment } from '../../../src/renderer/composables/useDrafts'
// @vitest-environment happy-dom
import type { HostHandlers } from '../../../src/shared/contract/contract'
import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useAttaching } from '../../../src/renderer/components/composer/attachments/useAttaching'
import { provideHost } from '../../../src/renderer/composables/host/useHost'
import { HostError } from '../../../src/shared/errors'
import { hostStandIn } from './hostStandIn'

function mountAttaching(handlers: Partial<HostHandlers> = {}, isReady = true) {
  const attachments = shallowRef<readonly Attachment[]>([])
  let used: ReturnType<typeof useAttaching> | undefined
  const inner = { template: '<i />', setup: () => void (used = useAttaching({
    threadId: 't1',
    attachments,
    removeAttachment: id => attachments.value = attachments.value.filter(attachment => attachment.id !== id),
    capabilities: () => isReady ? { known: { embeddedContext: true } } : undefined,
  })) }
  mount({ components: { inner }, template: '<inner />', setup: () => provideHost(hostStandIn(handlers).connection) })
  return { attachments, ...used! }
}

function makeFiles(count: number): File[] {
  return Array.from({ length: count }, (_, index) => new File(['x'], `${index}.txt`))
}

afterEach(() => vi.unstubAllGlobals())

it('says in one line how many files were not attached, and that a folder cannot be', async () => {
  const { attachments, refused, attach } = mountAttaching()
  await attach({ files: makeFiles(200), folders: ['src'] })
  expect(attachments.value).toHaveLength(100)
  expect(refused.value.map(({ why }) => why)).toEqual([
    '“src” is a folder. Attach the files that matter, or name the folder in your message.',
    '100 files were not attached: a message may have at most 100. Name their folder in your message instead.',
  ])
  const [first, second] = [attach({ files: makeFiles(1) }), attach({ files: makeFiles(1) })]
  await Promise.all([first, second])
  expect(attachments.value).toHaveLength(100)
})

it('grants access to an attached file with a path, and revokes it with its last attachment', async () => {
  vi.stubGlobal('parley', { getPathForFile: ({ name }: File) => name === 'pasted.png' ? '' : `/home/${name}` })
  const [lendFile, takeBackFile] = [vi.fn(() => ({ uri: 'file:///home/a.txt', size: 1 })), vi.fn()]
  const { attachments, attach, remove } = mountAttaching({ lendFile, takeBackFile })
  const [a, pasted] = [new File(['x'], 'a.txt'), new File(['x'], 'pasted.png')]
  await attach({ files: [a, a, pasted] })
  expect(lendFile.mock.calls).toEqual([[{ threadId: 't1', path: '/home/a.txt' }], [{ threadId: 't1', path: '/home/a.txt' }]])
  for (const expected of [0, 1, 1]) {
    remove(attachments.value[0]!.id)
    await flushPromises()
    expect(takeBackFile).toHaveBeenCalledTimes(expected)
  }
})

it('explains why the host rejects a file, and offers a link while the agent\'s capabilities are unknown', async () => {
  vi.stubGlobal('parley', { getPathForFile: ({ name }: File) => `/home/${name}` })
  const early = mountAttaching({ lendFile: () => ({ uri: 'file:///home/a.txt', size: 1 }) }, false)
  await early.attach({ files: [new File(['x'], 'a.txt')] })
  expect(early.refused.value).toMatchObject([{ why: '“a.txt” was not attached: the agent has not said yet what it takes.' }])
  await early.attachAsLink(early.refused.value[0]!)
  expect([early.refused.value, early.attachments.value[0]?.content.type]).toEqual([[], 'resource_link'])

  const { refused, attach } = mountAttaching({ lendFile: () => Promise.reject(new HostError('unsupported', '“src” is a folder.')) })
  await attach({ files: [new File([], 'src')] })
  expect(refused.value).toMatchObject([{ why: '“src” is a folder.' }])
})
