import { execFileSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toPipRequirement } from '../../../src/main/install/ways/uvInstall'
import { temporaryFolder } from '../../support/temporaryFolder'
import { makeAgent, openTestInstaller } from './testInstaller'

/** A double of uv that creates the same: an environment, and a package with its commands in it. */
async function putUvOnPath(install: string): Promise<{ environment: Record<string, string> }> {
  const folder = temporaryFolder('parley-uv-')
  await writeFile(join(folder, 'uv'), `#!/bin/sh
if [ "$1" = venv ]; then mkdir -p "$4/bin" "$4/lib/python3.12/site-packages"; exit; fi
venv=$4; requirement=$5; info="$venv/lib/python3.12/site-packages/fast_agent_acp-0.10.1.dist-info"
${install}
`)
  await chmod(join(folder, 'uv'), 0o755)
  return { environment: { PATH: `${folder}:${process.env.PATH}` } }
}

const installs = `echo "Installed $requirement" >&2; mkdir -p "$info" "$UV_CACHE_DIR"
printf '[console_scripts]\\nfast-agent-acp = fast:main\\nother = fast:other\\n\\n[gui_scripts]\\nno = fast:no\\n' > "$info/entry_points.txt"
printf '#!/bin/sh\\necho python "$@"\\n' > "$venv/bin/fast-agent-acp"; chmod +x "$venv/bin/fast-agent-acp"`

it('installs a Python package into a virtual environment, and starts the command named like it', async () => {
  const { environment } = await putUvOnPath(installs)
  const { installer, folder, said, files } = await openTestInstaller({ environment })
  await installer.install(makeAgent({ uvx: { package: 'fast-agent-acp==0.10.1', args: ['-x'] } }))
  expect(said.at(-1)).toMatchObject({ state: 'done' })
  const installed = installer.installedAgent('tiny')!
  expect(installed).toMatchObject({ command: join(folder, 'tiny/1.0.0/venv/bin/fast-agent-acp'), args: ['-x'] })
  expect(execFileSync(installed.command, installed.args, { encoding: 'utf8' })).toBe('python -x\n')
  expect((await files()).filter(path => path.includes('cache'))).toEqual([])
})

it.each([
  [
    'uv could not install it: error: No solution found',
    'echo "error: No solution found: there is no version of fast-agent-acp==0.10.1" >&2; exit 1',
  ],
  [
    'pypi.org cannot be reached',
    'echo "error: Failed to fetch: https://pypi.org/simple/x/ : dns error: failed to lookup" >&2; exit 2',
  ],
  [
    'pypi.corp refuses access',
    'echo "HTTP status client error (403 Forbidden) for url (https://pypi.corp/simple/x/)" >&2; exit 2',
  ],
  ['has no command', 'exit 0'],
])('explains a failed installation: %s', async (message, install) => {
  const { environment } = await putUvOnPath(install)
  const { installer, said, files } = await openTestInstaller({ environment })
  await installer.install(makeAgent({ uvx: { package: 'fast-agent-acp==0.10.1' } }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining(message) })
  expect(await files()).toEqual([])
})

it('reports missing uv, and where to get it', async () => {
  const { installer, said } = await openTestInstaller({ findCommand: () => undefined })
  await installer.install(makeAgent({ uvx: { package: 'fast-agent-acp==0.10.1' } }))
  expect(said.at(-1)?.message).toMatch(/needs "uv", which was not found on PATH.*docs\.astral\.sh/)
})

it('accepts both version syntaxes, and only names of packages in an index', () => {
  expect(
    ['a==1.0', 'a@1.0', 'a[b]==1.0', 'a', 'a@latest'].map(wanted => toPipRequirement(wanted).requirement),
  ).toEqual([
    'a==1.0',
    'a==1.0',
    'a[b]==1.0',
    'a',
    'a',
  ])
  for (const wanted of ['--index-url=x', 'git+https://x', './a', 'a @ https://x', 'a>=1', ''])
    expect(() => toPipRequirement(wanted)).toThrow('is not the name of a Python package')
})
