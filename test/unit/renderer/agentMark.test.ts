import { expect, it } from 'vitest'
import { agentMark } from '../../../src/renderer/components/agents/agentMark'

it('an agent is marked by the first two letters of its name, on a tint that is always the same for it', () => {
  expect(agentMark('Claude Code').letters).toBe('Cl')
  expect(agentMark('codex').letters).toBe('Co')
  expect(agentMark('  «é» x').letters).toBe('Éx')
  expect(agentMark('…').letters).toBe('?')
  const tints = ['Claude Code', 'Kimi Code', 'Codex', 'Gemini CLI', 'OpenCode', 'Goose', 'Qwen Code'].map(name => agentMark(name).tint)
  expect(new Set(tints).size).toBeGreaterThan(2)
  expect(tints.every(tint => tint >= 1 && tint <= 7)).toBe(true)
  expect(agentMark('Codex')).toEqual(agentMark('Codex'))
})
