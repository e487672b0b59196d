import { expect, it } from 'vitest'
import { disposeInOrder } from '../../../src/main/system/disposeInOrder'

it('disposes the remaining parts after one fails, and reports the error', async () => {
  const ended: string[] = []
  const reported: unknown[] = []
  const makePart = (name: string, problem?: Error) => ({
    dispose: async () => {
      await Promise.resolve()
      if (problem)
        throw problem
      ended.push(name)
    },
  })
  const problem = new Error('stuck')

  const parts = [makePart('first'), makePart('second', problem), { dispose: () => ended.push('third') }]
  await disposeInOrder(parts, error => reported.push(error))

  expect(ended).toEqual(['first', 'third'])
  expect(reported).toEqual([problem])
})
