import type { SearchTerm } from '../../../shared/search/searchTerms'

/**
 * Terms as SQLite's full-text search wants them: each a quoted string, so that nothing in it is an operator, a column or a bracket. An
 * entry must hold them all.
 */
export function searchExpression(terms: readonly SearchTerm[]): string {
  return terms.map(({ words, isPrefix }) => `"${words.join(' ').replaceAll('"', ' ')}"${isPrefix ? ' *' : ''}`).join(' AND ')
}
