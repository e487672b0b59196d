import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readWindowBounds, saveWindowBounds } from '../../../src/main/electron/windowBounds'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const bounds = { x: 100, y: 50, width: 1200, height: 800, isMaximized: false }
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bounds-'))
  file = join(folder, 'window.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('opens the window at its last position', () => {
  saveWindowBounds(file, bounds)
  expect(readWindowBounds(file, [screen])).toEqual(bounds)
})

it('does not open the window on a disconnected screen', () => {
  saveWindowBounds(file, { ...bounds, x: 2500 })
  expect(readWindowBounds(file, [screen])).toBeUndefined()
})

it.each([
  '',
  'not json',
  '[]',
  '{"x":0}',
  '{"x":0,"y":0,"width":1e9,"height":"800","isMaximized":false}',
  '{"x":0,"y":0,"width":1,"height":1,"isMaximized":false}',
])('opens the window at its default position if the file contains %j', (text) => {
  writeFileSync(file, text)
  expect(readWindowBounds(file, [screen])).toBeUndefined()
})

it('opens the window at its default position on a first start', () => {
  expect(readWindowBounds(file, [screen])).toBeUndefined()
})
