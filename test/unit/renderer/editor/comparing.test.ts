// @vitest-environment happy-dom
import type { CodeEditor } from '../../../../src/renderer/components/editor/code/codeEditor'
import type { OpenedFile } from '../../../../src/renderer/components/editor/useFile'
import type { ChangeTexts } from '../../../../src/shared/changes/change'
import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { type FileActs, hasConflictMarkers, useFileActs } from '../../../../src/renderer/components/editor/useFileActs'
import { provideHost } from '../../../../src/renderer/composables/host/useHost'
import { type Problems, provideProblems } from '../../../../src/renderer/composables/useProblems'
import { HostError } from '../../../../src/shared/errors'
import { hostStandIn } from '../hostStandIn'

const onDisk = 'on the disk\n'

/** An open file whose text is compared with the turn's start: what it is compared with, the note, and errors. */
async function compareWith(change: Partial<ChangeTexts> | HostError) {
  const { connection } = hostStandIn({
    readDisk: () => onDisk,
    readChange() {
      if (change instanceof HostError)
        throw change
      return { baseline: 'a', current: 'b', ...change }
    },
  })
  const compare = vi.fn<CodeEditor['compare']>()
  const code = shallowRef<CodeEditor | undefined>({ compare } as Partial<CodeEditor> as CodeEditor) // all that comparing needs
  const file = { place: shallowRef({ threadId: 't', path: '/a' }) } as Partial<OpenedFile> as OpenedFile
  let acts!: FileActs
  let problems!: Problems
  const inner = {
    setup() {
      problems = provideProblems()
      acts = useFileActs({ file, code, name: () => 'a', problems, transcript: () => undefined })
    },
    template: '<i />',
  }
  mount({ components: { inner }, setup: () => provideHost(connection), template: '<inner />' })
  acts.compare('turn')
  await expect.poll(() => acts.compared.value ?? problems.list.value.length).toBeTruthy()
  const answer = { text: compare.mock.lastCall?.[0], said: acts.compared.value, failed: problems.list.value[0]?.message }
  return { ...answer, code, acts }
}

it('a text is in conflict if it contains all three of git\'s markers', () => {
  expect(hasConflictMarkers('a\n<<<<<<< You\nb\n=======\nc\n>>>>>>> Claude\n')).toBe(true)
  for (const text of ['Title\n=======\n', '<<<<<<< You\nb\n', 'a <<<<<<< b\n=======\n>>>>>>> c\n'])
    expect(hasConflictMarkers(text), text).toBe(false)
})

describe('comparing with the turn\'s start', () => {
  it('ignores differences in line endings and byte order mark', async () => {
    const { text, said } = await compareWith({ before: '\uFEFFone\r\ntwo\rthree\nfour' })
    expect([text, said]).toEqual(['one\ntwo\nthree\nfour', 'turn'])
  })

  it('fails with a reason if the earlier content is not kept as text', async () => {
    for (const change of [{}, { before: null, facts: [{ kind: 'link', before: 'elsewhere' }] }] as const) {
      const { text, said, failed } = await compareWith(change)
      expect([text, said]).toEqual([undefined, undefined])
      expect(failed).toMatch(/^Couldn’t compare a: Its earlier text/)
    }
  })

  it('says that the file did not exist when the turn began', async () => {
    expect(await compareWith({ before: null })).toMatchObject({ text: '', said: 'noFile' })
  })

  it('uses the file on disk, and says so, if no change in the turn is recorded', async () => {
    expect(await compareWith(new HostError('not_found', 'Nothing changed.')))
      .toMatchObject({ text: onDisk, said: 'unchanged' })
    const full = await compareWith(new HostError('storage', 'The disk is full.'))
    expect(full.failed).toBe('Couldn’t compare a: The disk is full.')
  })

  it('ends when the text is reopened', async () => {
    const { code, acts } = await compareWith({ before: '' })
    code.value = undefined
    await expect.poll(() => acts.compared.value).toBeUndefined()
  })
})
