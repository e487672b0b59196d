import { expect, it } from 'vitest'
import { deriveAgentMark } from '../../../src/renderer/components/agents/agentMark'

it('an agent\'s mark is the first two letters of its name, on a tint that never changes', () => {
  expect(deriveAgentMark('Claude Code').letters).toBe('Cl')
  expect(deriveAgentMark('codex').letters).toBe('Co')
  expect(deriveAgentMark('  «é» x').letters).toBe('Éx')
  expect(deriveAgentMark('…').letters).toBe('?')
  const tints = [
    'Claude Code',
    'Kimi Code',
    'Codex',
    'Gemini CLI',
    'OpenCode',
    'Goose',
    'Qwen Code',
  ].map(name => deriveAgentMark(name).tint)
  expect(new Set(tints).size).toBeGreaterThan(2)
  expect(tints.every(tint => tint >= 1 && tint <= 7)).toBe(true)
  expect(deriveAgentMark('Codex')).toEqual(deriveAgentMark('Codex'))
})
