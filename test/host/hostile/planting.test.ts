import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { hostile } from '../../support/scriptedAgent'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testHost } from '../../support/testHost'

/** What each agent changes, and what was there before. */
const scenarios = {
  bareRepository: { told: 'HEAD', before: {} },
  gitFile: { told: 'sub/.git', before: { 'sub/x': '' } },
  commondir: { told: '.git/commondir', before: { '.git/config': '' } },
  pytestModule: { told: 'pytest.py', before: {} },
  besideScript: { told: 'scripts/json.py', before: { 'scripts/check.py': 'import json\n' } },
  importedModule: { told: 'scripts/helper.js', before: { 'scripts/load.js': 'require("./helper")\n', 'scripts/helper.js': '' } },
  includedMakefile: { told: 'rules.mk', before: { 'Makefile': 'include rules.mk\n', 'rules.mk': 'test:\n' } },
  packageScripts: { told: 'package.json', before: { 'package.json': '{"scripts":{"test":"true"}}' } },
  projectProgram: { told: 'node_modules/.bin/tsc', before: { 'package.json': '{}', 'node_modules/.bin/tsc': '' } },
} satisfies Record<string, { told: string, before: Record<string, string> }>
const commands = [
  'git status',
  'python3 -m pytest',
  'python3 scripts/check.py',
  'node scripts/load.js',
  'make test',
  'npm test',
  'npx tsc',
]
/** Longer than the time that files are stamped with lags behind. */
const grainMs = 40

it('has every scenario of the agents that plant', () => {
  const names = readdirSync(join(import.meta.dirname, '../../agents/hostile/planting')).map(name => name.replace('.ts', ''))
  expect(names.filter(name => name !== 'plant').sort()).toEqual(Object.keys(scenarios).sort())
})

it('asks before an allowed command runs what an agent planted, in a new thread too, naming the file', async () => {
  const reports = temporaryFolder('parley-reports-')
  const names = Object.keys(scenarios) as (keyof typeof scenarios)[]
  const host = await testHost({
    agents: Object.fromEntries(names.map(name =>
      [name, hostile(`planting/${name}`, { REPORT: join(reports, name), OUTSIDE: reports })])),
  })
  for (const name of names) {
    for (const [path, text] of Object.entries({ readme: '', ...scenarios[name].before })) {
      await mkdir(dirname(join(host.workspace, name, path)), { recursive: true })
      await writeFile(join(host.workspace, name, path), text)
    }
  }
  await pause(grainMs)
  for (const command of commands)
    await host.client.saveRule({ rule: { effect: 'allow', command } })
  await pause(grainMs)

  const told = await Promise.all(names.map(async (name) => {
    const thread = await host.startThread(name)
    await thread.send('go')
    const { request } = await thread.permission()
    await thread.answer('deny')
    await thread.turnEnd()
    expect(await readFile(join(reports, name), 'utf8')).toContain('Permission denied')
    return request.always
  }))
  expect(told).toEqual(names.map(name =>
    `${join(host.workspace, name, scenarios[name].told)}, which decides what it runs, was changed since you allowed it`))
  expect(existsSync(join(host.workspace, 'planted'))).toBe(false)
})

it('asks again about a script that was changed while its question was open', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const script = join(host.workspace, 'run.sh')
  await writeFile(script, 'true\n')
  const thread = await host.startThread('Puppet')
  await thread.send(JSON.stringify([{ ask: ['terminal/create', { command: 'sh run.sh' }] }]))
  const { request } = await thread.permission()
  expect(request.always).toBeUndefined()
  await writeFile(script, 'touch planted\n')
  await thread.answer('allow_folder', request.requestId)
  await thread.until(() => thread.of('permission').length === 2)
  expect((await thread.permission()).request.always).toContain(`${script}, which decides what it runs, was changed`)
  await thread.answer('deny')
  await thread.turnEnd()
  expect(existsSync(join(host.workspace, 'planted'))).toBe(false)
})
