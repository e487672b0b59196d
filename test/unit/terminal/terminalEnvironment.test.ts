import { expect, it } from 'vitest'
import { createTerminalEnvironment } from '../../../src/main/terminal/terminalEnvironment'

it('gives commands the person\'s environment without variables of Parley and Electron', () => {
  const base = {
    PATH: '/bin',
    GITHUB_TOKEN: 'theirs',
    PARLEY_DATA: 'x',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--inspect',
    TMUX: '/tmp/x',
    NOTHING: undefined,
  }
  expect(createTerminalEnvironment({ base, agentEnv: [], owner: 't' })).toEqual({
    PATH: '/bin',
    GITHUB_TOKEN: 'theirs',
    PAGER: '',
    GIT_PAGER: 'cat',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    PARLEY_OWNER: 't',
  })
})

it('lets the agent\'s variables override all except PARLEY_OWNER', () => {
  const agentEnv = [{ name: 'TERM', value: 'dumb' }, { name: 'PAGER', value: 'less' }, { name: 'PARLEY_OWNER', value: 'other' }]
  expect(
    createTerminalEnvironment({ base: {}, agentEnv, owner: 't' }),
  ).toMatchObject({ TERM: 'dumb', PAGER: 'less', PARLEY_OWNER: 't' })
})
