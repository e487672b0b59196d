import { describe, expect, it } from 'vitest'
import { AgentTrace } from '../../../src/main/agents/trace/agentTrace'
import { TraceSecrets } from '../../../src/main/agents/trace/traceSecrets'

describe('AgentTrace', () => {
  it('keeps the last 2000 entries, and notifies listeners of every new one', () => {
    const trace = new AgentTrace({ clock: () => 5 })
    let told = 0
    const stop = trace.onEntry(() => told++)
    for (let index = 0; index < 10_000; index++)
      trace.message('in', index, { bytes: 10 })
    stop()
    trace.stderr('last')
    expect(trace.entries).toHaveLength(2000)
    expect(trace.entries[0]).toMatchObject({ message: 8001 })
    expect(trace.entries.at(-1)).toEqual({ seq: 10_001, at: 5, bytes: 4, direction: 'stderr', line: 'last' })
    expect(told).toBe(10_000)
  })

  it('keeps at most 32 MiB, but always the newest entry', () => {
    const trace = new AgentTrace()
    for (let index = 0; index < 5; index++)
      trace.message('in', index, { bytes: 10, weight: 10 * 1024 * 1024 })
    expect(trace.entries).toHaveLength(3)
    trace.message('in', 'huge', { bytes: 60 * 1024 * 1024 })
    expect(trace.entries).toMatchObject([{ message: 'huge' }])
  })
})

describe('TraceSecrets', () => {
  it('redacts values of env, headers and keys, and their later occurrences', () => {
    const secrets = new TraceSecrets(['configured-value'])
    const written = secrets.write({
      params: {
        mcpServers: [{ env: [{ name: 'A', value: 'pair-"secret"' }], headers: { Auth: 'map-secret' } }],
        apiKey: 'key-secret',
        used: 5,
      },
    })
    expect(written).not.toMatch(/pair-|map-secret|key-secret/)
    expect(written).toContain('"name":"A"')
    expect(written).toContain('"used":5')
    expect(secrets.clean('Error: pair-"secret" map-secret key-secret configured-value')).toBe('Error: [secret] [secret] [secret] [secret]')
  })

  it.each([
    ['git clone https://me:hunter2-x@host/a', 'git clone https://me:[secret]@host/a'],
    ['API_KEY=abc12345 run', 'API_KEY=[secret] run'],
    ['run --token abc12345', 'run --token [secret]'],
    ['https://host/?access_token=abc12345&b=1', 'https://host/?access_token=[secret]&b=1'],
    ['said {"password": "correct horse"}', 'said {"password": "[secret]"}'],
    ['said "{\\"api_key\\":\\"correct horse\\"}"', 'said "{\\"api_key\\":\\"[secret]\\"}"'],
    ['Authorization: Basic bWU6aHVudGVyMg==', 'Authorization: Basic [secret]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijklm', '[secret]'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nabc/+=\ndef\n-----END OPENSSH PRIVATE KEY-----\n', '[secret]\n'],
    ['const token = readToken(input1), tokenLimit=maximumTokens', 'const token = readToken(input1), tokenLimit=maximumTokens'],
    ['https://host:8080/a@b', 'https://host:8080/a@b'],
  ])('recognizes secrets by their format: %j', (text, clean) => {
    expect(new TraceSecrets([]).clean(text)).toBe(clean)
  })

  it('recognizes a known secret as an argument, in a URL and in base64', () => {
    const secret = 'correct+horse/battery staple'
    const secrets = new TraceSecrets([])
    expect(JSON.stringify(secrets.cut({ args: ['--api-key', secret] }))).toBe('{"args":["--api-key","[secret]"]}')
    for (const text of [
      encodeURIComponent(secret),
      ...['', 'a', 'ab', 'abc'].map(before => Buffer.from(`${before}${secret}:x`).toString('base64')),
    ])
      expect(secrets.clean(text), text).toContain('[secret]')
  })

  it('is fast even for hostile texts', () => {
    const startedAt = performance.now()
    for (const text of [
      'a'.repeat(500_000),
      '"'.repeat(500_000),
      'token='.repeat(80_000),
      'a://b:'.repeat(80_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(20_000),
      '--token '.repeat(60_000),
      '-eyJaaaaaaaaaaaa'.repeat(30_000),
      `"${'\\'.repeat(500_000)}`,
    ])
      new TraceSecrets([]).clean(text)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  it('redacts a secret in a field name, and keeps all fields', () => {
    const secrets = new TraceSecrets(['canary-one', 'canary-two'])

    expect(secrets.cut([{ 'canary-one': 1, 'canary-two': { 'a canary-two': 2 } }, { 'canary-one': 3 }])).toEqual([
      { '[secret]': 1, '[secret] 1': { 'a [secret]': 2 } },
      { '[secret]': 3 },
    ])
  })
})
