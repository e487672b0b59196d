import type { Attachment } from '../../../../src/renderer/composables/useDrafts'
import type { Transcript } from '../../../../src/shared/thread/transcript'
import { Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import { detectIndent } from '../../../../src/renderer/components/editor/code/detectIndent'
import { findLanguage } from '../../../../src/renderer/components/editor/code/languages'
import { findAgentLocation } from '../../../../src/renderer/components/editor/following'
import { addToMessage } from '../../../../src/renderer/components/editor/useFileKeys'

describe('an open file', () => {
  it.each([
    ['two spaces', ['a', '  b', '    c', '  d'], 'spaces', 2],
    ['four spaces', ['a', '    b', '        c', '    d', '/**', ' * e', ' */'], 'spaces', 4],
    ['tabs', ['a', '\tb', '\t\tc', '\td'], 'tabs', 4],
    ['two spaces by default', ['a', 'b'], 'spaces', 2],
  ] as const)('keeps its indentation: %s', (_, lines, kind, size) => {
    expect(detectIndent(Text.of([...lines]))).toEqual({ kind, size })
  })

  it.each([
    ['/a/app.ts', 'TypeScript'],
    ['/a/app.mts', 'TypeScript'],
    ['/a/Dockerfile', 'Dockerfile'],
    ['/a/.env.local', 'Shell'],
    ['C:\\a\\main.rs', 'Rust'],
    ['/a/tsconfig.jsonc', 'JSON'],
    ['/a/unknown.thing', undefined],
    ['/a.ts/unknown', undefined],
  ])('gets its language from its name: %s', (path, name) => {
    expect(findLanguage(path)?.name).toBe(name)
  })
})

describe('lines added to a message', () => {
  it('are mentioned at its end and attached with their current text, each range once', () => {
    const draft = { text: shallowRef('Why?'), attachments: shallowRef<readonly Attachment[]>([]) }
    const lines = { path: 'src/app.ts', firstLine: 4, lastLine: 6, text: 'unsaved' }
    addToMessage(draft, { ...lines, text: 'older' })
    addToMessage(draft, lines)
    addToMessage(draft, { ...lines, lastLine: 4 })
    expect(draft.text.value).toBe('Why? @src/app.ts:4-6 @src/app.ts:4-6 @src/app.ts:4 ')
    expect(draft.attachments.value.map(({ mention }) => mention)).toEqual(['@src/app.ts:4-6', '@src/app.ts:4'])
    expect(draft.attachments.value[0]?.content).toMatchObject({ resource: { text: 'unsaved' } })
  })
})

describe('following the agent', () => {
  it('goes to the last place that a recent call names', () => {
    const makeCall = (...paths: readonly string[]) =>
      ({ kind: 'tool', call: { locations: paths.map((path, line) => ({ path, line })) } })
    const toTranscript = (entries: readonly object[]) => ({ entries }) as unknown as Transcript // the only used part
    const locate = (...entries: readonly object[]) =>
      findAgentLocation(toTranscript(entries), path => path !== '/elsewhere')
    expect(locate(makeCall('/a'), makeCall('/b', '/c', '/elsewhere'), { kind: 'agent' }, makeCall()))
      .toEqual({ path: '/c', line: 1 })
    expect(locate()).toBeUndefined()
    expect(locate(makeCall('/old'), ...Array.from({ length: 30 }, () => makeCall()))).toBeUndefined()
  })
})
