import { expect, it } from 'vitest'
import { parseOwnArguments } from '../../../src/main/electron/ownArguments'

it('removes the program, the folder that Electron runs, and Chromium\'s switches', () => {
  const argv = ['/usr/bin/electron', '--no-sandbox', '/app', '--ozone-platform=wayland', '--data-dir', '/tmp/x']
  expect(parseOwnArguments(argv, { isPackaged: false })).toEqual(['--data-dir', '/tmp/x'])
})

it('removes no folder when packaged', () => {
  expect(
    parseOwnArguments(['/opt/Parley/parley', '--disable-gpu', '--agent', 'Demo agent'], { isPackaged: true }),
  ).toEqual([
    '--agent',
    'Demo agent',
  ])
})

it('removes the argument that Windows adds when a notification starts Parley', () => {
  expect(parseOwnArguments(['Parley.exe', '-Embedding'], { isPackaged: true })).toEqual([])
})

it('leaves unknown arguments to the command line\'s own check', () => {
  expect(parseOwnArguments(['/opt/Parley/parley', '--no-sandboxes'], { isPackaged: true })).toEqual(['--no-sandboxes'])
})
