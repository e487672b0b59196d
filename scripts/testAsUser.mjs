// If the tests run as root, which can access every file, reruns the tests of files and changes as an ordinary user: in a
// copy of the sources, with this folder's packages. Arguments: other tests to run instead.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const nobody = '65534'
const folders = ['changes', 'workspace', 'buffers', 'files', 'git', 'store', 'system'].map(folder => `test/unit/${folder}/`)
const tests = process.argv.length > 2 ? process.argv.slice(2) : folders
const root = join(import.meta.dirname, '..')
const asNobody = ['--reuid', nobody, '--regid', nobody, '--clear-groups']

if (process.getuid?.() !== 0)
  console.log('These tests already run as an ordinary user.')
else if (spawnSync('setpriv', [...asNobody, 'ls', join(root, 'node_modules/vitest')]).status !== 0)
  console.log('NOT RUN AS AN ORDINARY USER: there is no setpriv, or this folder is closed to others.')
else
  run()

function run() {
  const copy = mkdtempSync(join(tmpdir(), 'parley-user-'))
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached'], { cwd: root, encoding: 'utf8' })
    for (const file of listed.split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      cpSync(join(root, file), join(copy, file))
    }
    for (const folder of ['node_modules', 'home'])
      mkdirSync(join(copy, folder))
    for (const name of readdirSync(join(root, 'node_modules')).filter(name => !/^\.(?!bin$)/.test(name)))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
    execFileSync('chown', ['-R', `${nobody}:${nobody}`, copy])
    const vitest = [join(copy, 'node_modules/.bin/vitest'), 'run', ...tests]
    const path = [join(copy, 'node_modules/.bin'), process.env.PATH].join(':')
    const env = { ...process.env, HOME: join(copy, 'home'), PATH: path }
    process.exitCode = spawnSync('setpriv', [...asNobody, ...vitest], { cwd: copy, env, stdio: 'inherit' }).status ?? 1
  }
  finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  }
}
