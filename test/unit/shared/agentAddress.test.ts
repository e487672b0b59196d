import { expect, it } from 'vitest'
import { findAddressFault, getTransport, getUrlHost } from '../../../src/shared/settings/agentAddress'

it.each([
  'wss://agents.example/acp',
  'https://agents.example:8443/acp?workspace=blue',
  'ws://localhost:3000/acp',
  'http://127.0.0.1:3000',
  'ws://[::1]:3000/acp',
  'WSS://Agents.example/acp',
])('accepts the address %s', (url) => {
  expect(findAddressFault(url)).toBeUndefined()
})

it.each([
  ['ws://agents.example/acp', 'not encrypted'],
  ['http://192.168.1.2/acp', 'not encrypted'],
  ['ws://127.0.0.1.example/acp', 'not encrypted'],
  ['ws://localhost.example/acp', 'not encrypted'],
  ['http://0x7f.1/acp', 'not encrypted'],
  ['wss://me:secret@agents.example/acp', 'name or password'],
  ['wss://me@agents.example/acp', 'name or password'],
  ['wss://agents.example/acp?token=abc', 'token'],
  ['wss://agents.example/acp?a=b&API_Key=abc', 'token'],
  ['wss://agents.example/acp?t%6Fken=abc', 'token'],
  ['https://agents.example/ghp_0123456789abcdef0123/acp', 'token'],
  ['https://agents.example/acp?x=eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ', 'token'],
  ['wss://agents.example/acp#token=abc', '#'],
  ['ws://127.0.0.1\\@agents.example/acp', 'complete address'],
  ['wss://agents.example /acp', 'complete address'],
  ['ftp://agents.example/acp', 'complete address'],
  ['ws://127.999.0.1/acp', 'complete address'],
  ['wss://agents.example:99999/acp', 'complete address'],
  ['agents.example', 'complete address'],
  ['', 'complete address'],
])('rejects the address %s', (url, why) => {
  expect(findAddressFault(url)).toContain(why)
})

it('names the machine and the transport of an address', () => {
  expect(getUrlHost('wss://agents.example/acp')).toBe('agents.example')
  expect(getUrlHost('http://[::1]:3000/acp')).toBe('[::1]:3000')
  expect(getTransport('WSS://agents.example')).toBe('websocket')
  expect(getTransport('https://agents.example')).toBe('http')
})
