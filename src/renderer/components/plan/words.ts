/** Strings of an agent's plan. */
export const planWords = {
  name: 'Plan',
  progress: 'Plan progress',
  count: (done: number, total: number) => `${done} of ${total}`,
  left: (done: number, total: number) => `${done} of ${total}, not finished`,
  none: 'The agent has made no plan.',
  status: { pending: 'to do', in_progress: 'in progress', completed: 'done' },
  more: (left: number) => `Show more (${left} left)`,
} as const
