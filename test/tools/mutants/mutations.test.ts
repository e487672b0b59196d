import { expect, it } from 'vitest'
import { listMutations } from './mutations'

function after(text: string, options = {}): string[] {
  return listMutations(text, options).map(mutation => text.slice(0, mutation.start) + mutation.text + text.slice(mutation.end))
}

it('swaps comparisons and connectives, and drops negations', () => {
  expect(after('const a = b < c && !d')).toEqual(['const a = b < c || !d', 'const a = b <= c && !d', 'const a = b < c && (d)'])
})

it('negates conditions, and drops guards', () => {
  expect(after('if (a) throw b')).toEqual(['if (!(a)) throw b', ';'])
  expect(after('if (a) b()')).toEqual(['if (!(a)) b()'])
})

it('swaps constants', () => {
  expect(after('const a = true, limit = 10_000')).toEqual(['const a = false, limit = 10_000', 'const a = true, limit = 0'])
})

it('returns early from functions without a result', () => {
  expect(after('function a(): void { b() }')).toEqual(['function a(): void { return; b() }'])
  expect(after('function a(): number { return b() }')).toEqual([])
})

it('leaves types, words and comments alone', () => {
  expect(after('type A = true // a < b\nconst a: false | B = "c < d"\ninterface C { readonly a: true }')).toEqual([])
})

it('changes the script of a component only', () => {
  const component = '<script setup lang="ts">\nconst a = b === c\n</script>\n\n<template><p v-if="a === b" /></template>'
  expect(after(component, { isComponent: true })).toEqual([component.replace('b === c', 'b !== c')])
})
