import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { EditedFile } from '../support/editedFile'
import { spinUntil } from '../support/spinUntil'
import { temporaryFolder } from '../support/temporaryFolder'
import { HostProcess } from '../tools/crash/hostProcess'
import { ignoreEnd } from '../tools/crash/person'

/** Required kills in the middle of a save, and maximum kills. */
const wantedMidway = 4
const mostKills = 40
/** Text typed this long ago is stored. */
const storedAfterMs = 300
/** Long enough that writing it takes a while. */
const rest = 'a line of some length, as code has\n'.repeat(120_000)

it('leaves the complete old or new file, and restores typed text, whenever Parley is killed while saving', async () => {
  const folder = temporaryFolder('parley-saved-')
  const dataFolder = temporaryFolder('parley-data-')
  const path = join(folder, 'notes.txt')
  writeFileSync(path, `start${rest}`)
  let [onDisk, typed, midway] = ['start', 'start', 0]
  let saveMs = 0 // the duration of a save here
  for (let round = 0; ; round++) {
    const isLast = midway >= wantedMidway || round === mostKills
    // The first two kills follow the response at once; then every second one once writing has begun, and the others at
    // any moment.
    const isAnswered = round < 2
    const host = new HostProcess({ program: inject('builtHost'), dataFolder })
    try {
      const connection = await host.connected
      expect(readdirSync(folder)).toEqual(['notes.txt'])
      const { agentId, command } = (await connection.host.listAgents({}))[0]!
      // Its agent waits for the person's trust, so no process of it is started.
      const known = await connection.host.listThreads({})
      const { threadId } = known[0] ?? await connection.host.startThread({ agentId, command, folder, onlyIfTrusted: true })
      const place = { threadId, path }
      const file = await EditedFile.open(connection, place)
      expect(firstLine(file.text)).toBe(typed)
      expect(file.text.length).toBe(typed.length + rest.length)
      if (isLast)
        break
      const next = `round ${round} `
      file.type(typed, next)
      typed = next
      await file.push()
      await pause(storedAfterMs)
      const began = performance.now()
      const saving = connection.host.saveBuffer(place)
      if (isAnswered) {
        await saving
        saveMs = performance.now() - began
      }
      else {
        saving.catch(ignoreEnd)
        if (round % 2 === 0) {
          await pause(0) // the message has been sent
          spinUntil(() => readdirSync(folder).length > 1, { limitMs: 20 * saveMs })
        }
        else {
          await pause(Math.random() * 2 * saveMs)
        }
      }
    }
    finally {
      await host.kill()
    }
    const there = readFileSync(path, 'utf8')
    const begin = firstLine(there)
    expect(isAnswered ? [typed] : [onDisk, typed]).toContain(begin)
    expect(there === begin + rest).toBe(true)
    onDisk = begin
    midway += readdirSync(folder).length > 1 ? 1 : 0
  }
  expect(midway).toBe(wantedMidway)
})

/** The text before the rest. */
function firstLine(text: string): string {
  return text.slice(0, text.indexOf('a line of'))
}
