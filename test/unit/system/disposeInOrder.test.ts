import { expect, it } from 'vitest'
import { disposeInOrder } from '../../../src/main/system/disposeInOrder'

it('disposes the remaining parts after one fails, and reports the error', async () => {
  const ended: string[] = []
  const reported: unknown[] = []
  const part = (name: string, problem?: Error) => ({
    dispose: async () => {
      await Promise.resolve()
      if (problem)
        throw problem
      ended.push(name)
    },
  })
  const problem = new Error('stuck')

  await disposeInOrder([part('first'), part('second', problem), { dispose: () => ended.push('third') }], error => reported.push(error))

  expect(ended).toEqual(['first', 'third'])
  expect(reported).toEqual([problem])
})
