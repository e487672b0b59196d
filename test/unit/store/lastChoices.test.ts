import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { LastChoices } from '../../../src/main/store/lastChoices'

function openChoices(): LastChoices {
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  return new LastChoices(database)
}

it('keeps the last text of each name, and deletes an empty one', () => {
  const choices = openChoices()
  choices.save('a', 'one')
  choices.save('b', 'two')
  choices.save('a', 'three')
  expect(choices.read()).toEqual({ a: 'three', b: 'two' })
  choices.save('a', '')
  expect(choices.read()).toEqual({ b: 'two' })
})

it('keeps a name, no matter how often others are chosen later', () => {
  const choices = openChoices()
  choices.save('layout', 'x')
  for (let number = 0; number < 600; number += 1)
    choices.save(number % 2 === 0 ? 'a' : 'b', String(number))
  expect(choices.read()).toEqual({ layout: 'x', a: '598', b: '599' })
})

it('keeps 500 names, and drops those chosen longest ago', () => {
  const choices = openChoices()
  choices.save('first', 'x')
  for (let number = 0; number < 499; number += 1)
    choices.save(`name${number}`, 'x')
  choices.save('first', 'again')
  choices.save('newest', 'x')
  const names = Object.keys(choices.read())
  expect(names).toHaveLength(500)
  expect(names).toContain('first')
  expect(names).toContain('newest')
  expect(names).not.toContain('name0')
})
