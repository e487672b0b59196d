import UFuzzy from '@leeoniya/ufuzzy'

/** A fuzzy search that is made when somebody searches: it takes 10 ms, which the first frame need not wait for. */
export function lazyFuzzy(options: UFuzzy.Options): () => UFuzzy {
  let made: UFuzzy | undefined
  return () => made ??= new UFuzzy(options)
}
