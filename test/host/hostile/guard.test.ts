import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attacked, untouched } from './attacked'
import { answersEachOfMany, showsOldOrNew, staysInside } from './sizes'

const refusal = '-32602 File access denied: path outside workspace'
const isError = /^-32(?:602|603|002) /

describe('an agent that reads', () => {
  it.runIf(process.platform === 'linux')(
    'gets no kernel files, by name or through links of its own, and the person is not asked',
    async () => {
      const { report, asked } = await attacked<Record<'read' | 'write', Record<string, string>>>('guard/readsKernelFiles')

      expect(new Set(Object.values(report.read))).toEqual(new Set([refusal]))
      expect(new Set(Object.values(report.write))).toEqual(new Set([refusal]))
      expect(asked).toEqual([])
    },
  )

  it.runIf(process.platform !== 'win32')('is not blocked by named pipes', async () => {
    const { report } = await attacked<{ answers: string[], after: string, tookMs: number }>('guard/readsFifos')

    expect(report.answers.filter(answer => !answer.startsWith('-32602 Not a regular file'))).toEqual([])
    expect(report.answers).toHaveLength(10)
    expect(report.after).toBe('text')
    expect(report.tookMs).toBeLessThan(5_000)
  })

  it('gets an error for an invalid path; encoded characters in a path are literal', async () => {
    const { report, asked } = await attacked<Record<'refused' | 'literal', Record<string, string>>>('guard/readsOddPaths')

    expect(Object.entries(report.refused).filter(([, answer]) => !isError.test(answer))).toEqual([])
    expect(Object.values(report.refused)).not.toContain('secret')
    expect(Object.values(report.literal)).toEqual(['literal', 'literal', 'literal', 'file', 'file'])
    expect(asked).toEqual([])
  })

  it('gets only the requested part of a file of three gigabytes, in bounded time', async () => {
    const { report } = await attacked<Record<'whole' | 'part' | 'beginning' | 'end', string> & { tookMs: number }>('guard/readsHugeFile')

    expect(report.whole).toBe(`-32602 File too large (${3 * 2 ** 30} bytes)`)
    expect(report.part).toMatch(/^-32602 Not a UTF-8 text file/)
    expect(report.beginning).toBe('a line\n'.repeat(10))
    expect(report.end).toMatch(isError)
    expect(report.tookMs).toBeLessThan(15_000)
  })

  it('gets text in the encodings of the editor, and an error instead of replacement characters', async () => {
    const { report: { latin1, utf16, ...bytes }, root } = await attacked<Record<string, string>>('guard/readsBytes')

    expect([latin1, utf16]).toEqual(['a\u00E4b', '\uFEFFa'])
    expect(Object.entries(bytes)).toEqual(Object.keys(bytes).map(name => [name, `-32602 Not a UTF-8 text file: ${join(root, name)}`]))
  })

  it('gets -32602 for parameters of wrong types, and can continue', async () => {
    const { report, asked } = await attacked<{ answers: string[], after: string }>('guard/sendsWrongTypes')

    expect(report.answers.filter(answer => !answer.startsWith('-32602 '))).toEqual([])
    expect(report.after).toBe('two\n')
    expect(asked).toEqual([])
  })

  it('is answered regardless of the number and size of its requests', () => answersEachOfMany({ reads: 1_000, megabytes: 2 }))
})

describe('an agent that writes', () => {
  it('changes and creates nothing outside through links of any kind', async () => {
    const { report, asked, left, root } = await attacked<Record<string, string>>('guard/writesThroughLinks')

    const { '../root-evil': beside, ...rest } = report
    expect(new Set(Object.values(rest))).toEqual(new Set([refusal]))
    expect(beside).toBe(refusal)
    expect(asked).toEqual([])
    expect(left).toEqual(untouched)
    expect(existsSync(`${root}-evil`)).toBe(false)
  })

  it.runIf(process.platform !== 'win32')('keeps each byte and the file\'s mode, and cannot change a read-only file', async () => {
    const { report } = await attacked<{ changed: string[], modes: string[], readOnly: string[], link: string[] }>('guard/writesAllTexts')

    expect(report.changed).toEqual([])
    expect(report.modes).toEqual(['755', '600', '664', '640', '755'])
    expect(report.readOnly).toEqual([expect.stringMatching(/^-32603 Permission denied/), 'old'])
    expect(report.link).toEqual(['ok', 'target', 'from the agent'])
  })

  it('never shows another reader a partly written file', () => showsOldOrNew({ megabytes: 1 }))

  it('needs permission for each file that can run code later, under any name', async () => {
    const { report, asked, root } = await attacked<Record<string, string>>('guard/writesProtectedNames')

    const names = Object.keys(report)
    expect(names.length).toBeGreaterThanOrEqual(24)
    expect(Object.values(report).filter(answer => !answer.startsWith('-32603 Permission denied'))).toEqual([])
    // The question is about the link itself, which was already denied in this turn.
    expect(asked).toEqual(names.filter(name => name !== 'notes/pre-commit').map(name => join(root, name)))
    expect(readdirSync(join(root, '.git'), { recursive: true })).toEqual(['hooks'])
  })

  it('needs permission to make a folder a git repository, under any name', async () => {
    const { asked, root } = await attacked<Record<string, string>>('guard/makesRepositories')

    expect(asked).toEqual(['notes/HEAD', 'linked/HEAD', 'sub/.git', 'other/objects/x'].map(name => join(root, name)))
    expect(existsSync(join(root, 'notes/HEAD'))).toBe(false)
  })

  it('does not write through a hard link', async () => {
    const { report } = await attacked<{ write: string, outside: string }>('guard/linksHard')

    expect(report).toEqual({ write: 'ok', outside: 'secret' })
  })
})

describe('an agent that swaps files under the guard', () => {
  it.runIf(process.platform === 'linux')('reads and writes nothing outside, at thousands of swaps a second', () =>
    staysInside({ rounds: 8 }))

  it('is rejected once its own folder was replaced by another one or a link', async () => {
    const { report, left, root } = await attacked<{ byLink: string[], byFolder: string[], after: string }>('guard/replacesRoot')

    const gone = `-32602 File access denied: the thread's folder is not there any more: ${root}`
    expect(report.byLink).toEqual([gone, gone, gone])
    expect(report.byFolder).toEqual([gone, gone, gone])
    expect(report.after).toBe('ok')
    expect(left).toEqual(untouched)
  })
})
