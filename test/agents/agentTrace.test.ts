import { describe, expect, it } from 'vitest'
import { AgentTrace } from '../../src/main/agents/agentTrace'
import { TraceSecrets } from '../../src/main/agents/traceSecrets'

describe('AgentTrace', () => {
  it('keeps the last 2000 entries and tells listeners of each', () => {
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

  it('keeps no more than 32 MiB, but always the newest entry', () => {
    const trace = new AgentTrace()
    for (let index = 0; index < 5; index++)
      trace.message('in', index, { bytes: 10, weight: 10 * 1024 * 1024 })
    expect(trace.entries).toHaveLength(3)
    trace.message('in', 'huge', { bytes: 60 * 1024 * 1024 })
    expect(trace.entries).toMatchObject([{ message: 'huge' }])
  })
})

describe('TraceSecrets', () => {
  it('cuts values of env, headers and keys, and the same values wherever they turn up later', () => {
    const secrets = new TraceSecrets(['configured-value'])
    const written = secrets.write({ params: { mcpServers: [{ env: [{ name: 'A', value: 'pair-"secret"' }], headers: { Auth: 'map-secret' } }], apiKey: 'key-secret', used: 5 } })
    expect(written).not.toMatch(/pair-|map-secret|key-secret/)
    expect(written).toContain('"name":"A"')
    expect(written).toContain('"used":5')
    expect(secrets.clean('Error: pair-"secret" map-secret key-secret configured-value')).toBe('Error: [secret] [secret] [secret] [secret]')
  })
})
