import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { EditedFile } from '../support/editedFile'
import { temporaryFolder } from '../support/temporaryFolder'
import { HostProcess } from '../tools/crash/hostProcess'
import { ignoreEnd } from '../tools/crash/person'

const kills = 10
/** Text typed this long ago is stored, even on a busy machine. */
const storedAfterMs = 1_000
/** Interval, in words, at which another program writes; the person saves half as often. */
const wordsPerMerge = 7
const rest = 'a line\n'.repeat(5_000)

it('keeps typed text and another program\'s writes, whenever Parley is killed while merging or saving', async () => {
  const folder = temporaryFolder('parley-merged-')
  const dataFolder = temporaryFolder('parley-data-')
  const path = join(folder, 'notes.txt')
  writeFileSync(path, `start\n${rest}end\n`)
  const [others, typed]: [string[], string[]] = [[], []]
  const write = (line: string): void => {
    writeFileSync(join(folder, '..', 'notes.new'), `${readFileSync(path, 'utf8')}${line}\n`)
    renameSync(join(folder, '..', 'notes.new'), path)
    others.push(line)
  }
  for (let round = 0; ; round++) {
    const host = new HostProcess({ program: inject('builtHost'), dataFolder })
    try {
      const connection = await host.connected
      const { agentId, command } = (await connection.host.listAgents({}))[0]!
      // Its agent waits for the person's trust, so no process of it is started.
      const known = await connection.host.listThreads({})
      const { threadId } = known[0] ?? await connection.host.startThread({ agentId, command, folder, onlyIfTrusted: true })
      const file = await EditedFile.open(connection, { threadId, path })
      expect(readdirSync(folder)).toEqual(['notes.txt'])
      const lines = new Set(file.text.split('\n'))
      expect([...others, ...typed].filter(line => !lines.has(line))).toEqual([])
      if (round === kills)
        return
      const pushed: { word: string, at: number }[] = []
      const editing = async (): Promise<void> => {
        for (let count = 1; ; count++) {
          const word = `word ${round}.${count}`
          file.type('start\n', `start\n${word}\n`)
          await file.push()
          pushed.push({ word, at: Date.now() })
          if (count % wordsPerMerge === 0)
            write(`other ${round}.${count}`)
          if (count % (2 * wordsPerMerge) === 0)
            await connection.host.saveBuffer({ threadId, path })
        }
      }
      const ended = editing().catch(ignoreEnd)
      await pause(storedAfterMs + Math.random() * 500)
      const killedAt = await host.kill()
      await ended
      typed.push(...pushed.filter(({ at }) => at < killedAt - storedAfterMs).map(({ word }) => word))
    }
    finally {
      await host.kill()
    }
    const there = readFileSync(path, 'utf8').split('\n')
    const inOrder = there.filter(line => !/^(?:word|other) \d+\.\d+$/.test(line)).join('\n')
    expect(inOrder === `start\n${rest}end\n`).toBe(true)
    expect(others.filter(line => !there.includes(line))).toEqual([])
  }
})
