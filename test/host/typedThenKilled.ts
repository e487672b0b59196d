import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { EditedFile } from '../support/editedFile'
import { temporaryFolder } from '../support/temporaryFolder'
import { HostProcess } from '../tools/crash/hostProcess'

/** Maximum age of typed text that a kill may lose. */
const lostMs = 300

/** Types into a file until Parley is killed, repeatedly: text typed earlier is there each time. */
export async function keepsWhatWasTyped({ kills }: { kills: number }): Promise<void> {
  const folder = temporaryFolder('parley-typed-')
  const dataFolder = temporaryFolder('parley-data-')
  const path = join(folder, 'notes.txt')
  writeFileSync(path, 'start\n')
  let expected: string[] = []
  for (let round = 0; round <= kills; round++) {
    const host = new HostProcess({ program: inject('builtHost'), dataFolder })
    try {
      const connection = await host.connected
      const { agentId, command } = (await connection.host.listAgents({}))[0]!
      // Its agent waits for the person's trust, so no process of it is started.
      const known = await connection.host.listThreads({})
      const { threadId } = known[0] ?? await connection.host.startThread({ agentId, command, folder, onlyIfTrusted: true })
      const file = await EditedFile.open(connection, { threadId, path })
      expect(file.text.split('\n')).toEqual(expect.arrayContaining(expected))
      if (round === kills)
        return
      const typed: { word: string, at: number }[] = []
      const endAt = Date.now() + 600 + round * 37 % 400
      while (Date.now() < endAt) {
        const word = `word ${round}.${typed.length}`
        file.type('start\n', `start\n${word}\n`)
        await file.push()
        typed.push({ word, at: Date.now() })
        await pause(5)
      }
      const killedAt = await host.kill()
      expected = [...expected, ...typed.filter(({ at }) => at < killedAt - lostMs).map(({ word }) => word)]
      expect(expected.length).toBeGreaterThan(round)
    }
    finally {
      await host.kill()
    }
  }
}
