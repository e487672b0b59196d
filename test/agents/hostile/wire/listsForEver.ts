// Lists sessions endlessly: MANY at once with huge titles, and cursors that form a cycle.
import { initialized, Wire } from '../../scripted/wire.ts'

const many = Number(process.env.MANY ?? 2)
const huge = 'x'.repeat(1_000_000)

new Wire(() => ({
  'initialize': initialized('lists-for-ever', { loadSession: true, sessionCapabilities: { list: {} } }),
  'session/list': ({ cwd, cursor = 'a' }) => ({
    sessions: Array.from({ length: many }, (_, index) => ({
      sessionId: `${String(cursor)}-${index}`,
      cwd,
      title: index < 5 ? huge : `Title ${index}`,
      updatedAt: index < 5 ? huge : undefined,
      additionalDirectories: index < 5 ? [huge, `${String(cwd)}/more`] : undefined,
    })),
    nextCursor: ({ a: 'b', b: 'c', c: 'a' } as Record<string, string>)[String(cursor)] ?? huge,
  }),
}))
