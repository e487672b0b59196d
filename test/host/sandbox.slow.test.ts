import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noBubblewrap } from '../support/bubblewrap'
import { sandboxed } from './sandboxed'

describe('a command in a sandbox', () => {
  it.each([
    ['git', 'git init -q . && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m one && git log --format=%s', 'one'],
    ['npm', 'npm ls --json > /dev/null && npm run -s hello', 'hello'],
    ['yarn', 'yarn run hello', 'hello'],
    ['pnpm', 'pnpm run hello', 'hello'],
    ['pip', 'python3 -m pip list --format=freeze | grep -i "^pip=" && python3 -m pip config list', 'pip='],
    ['cargo', 'cargo init -q --vcs none --name a . && cargo metadata -q --offline --format-version 1', '"name":"a"'],
  ])('can use %s', async (program, command, said) => {
    const lookUp = spawnSync(program === 'pip' ? 'python3' : program, ['--version'], { encoding: 'utf8' })
    if (noBubblewrap !== undefined || lookUp.status !== 0)
      return
    const { host, thread, run } = await sandboxed()
    writeFileSync(join(host.workspace, 'package.json'), JSON.stringify({ name: 'a', version: '1.0.0', scripts: { hello: 'echo hello' } }))
    writeFileSync(join(host.workspace, 'run.sh'), command)
    await thread.ask(JSON.stringify([{ ask: ['terminal/create', { command: 'true' }] }]), { answer: 'allow_thread' })
    const view = await thread.terminal(await run('sh run.sh'))
    expect([view!.exit?.exitCode, view!.output], view!.output).toEqual([0, expect.stringContaining(said)])
  })
})
