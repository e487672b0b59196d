import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { processesWith, useTerminals } from './testTerminals'

const testTerminals = useTerminals()

it.each([
  ['ignores SIGTERM', 'trap "" TERM; touch ready; while true; do sleep 1; done'],
  ['runs in the background', 'sleep 60 & (sleep 61 & sleep 62) & touch ready; wait'],
  ['was started with nohup', 'nohup sleep 60 >/dev/null 2>&1 & touch ready; sleep 60'],
  ['has a session of its own', 'setsid sleep 60 & setsid setsid sleep 61 & touch ready; sleep 60'],
  [
    'has a session of its own and ignores SIGTERM',
    'setsid sh -c \'trap "" TERM HUP; touch ready; while true; do sleep 1; done\' & sleep 60',
  ],
  ['is stopped', 'sleep 60 & kill -STOP $!; touch ready; wait'],
  ['is under job control', 'set -m; sleep 60 & sleep 61 & touch ready; wait'],
])('kills all processes of a command, even one that %s', async (_, command) => {
  const { run, folder } = testTerminals({ graceMs: 400 })
  const terminal = run(command)
  await expect.poll(() => existsSync(join(folder, 'ready'))).toBe(true)
  await terminal.kill()
  expect(terminal.isRunning).toBe(false)
  expect(processesWith(`HOME=${folder}`)).toEqual([])
})

it('kills background processes on release', async () => {
  const { run, terminals, folder } = testTerminals()
  const terminal = run('nohup setsid sh -c "touch begun; exec sleep 60" >/dev/null 2>&1 & until [ -e begun ]; do sleep 0.01; done')
  await terminal.waitForExit()
  expect(processesWith(`HOME=${folder}`)).toHaveLength(1)
  await terminals.release(terminal.terminalId)
  expect(processesWith(`HOME=${folder}`)).toEqual([])
})

it('stops all commands on dispose, and rejects new ones', async () => {
  const { run, terminals, folder } = testTerminals()
  run('sleep 60')
  run('sleep 61')
  await terminals.dispose()
  expect(processesWith(`HOME=${folder}`)).toEqual([])
  expect(() => run('true')).toThrow('the thread is closed')
})

it('does not kill other processes', async () => {
  const one = testTerminals()
  const other = testTerminals()
  const stays = other.run('sleep 60')
  const goes = one.run('sleep 60')
  await goes.kill()
  expect(stays.isRunning).toBe(true)
})
