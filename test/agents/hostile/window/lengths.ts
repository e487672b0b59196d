/** Prose of `length` characters. */
export const long = (length: number): string => 'word '.repeat(length / 5)
/** Words that keep changing their script and direction. */
export const mixed = (length: number): string => 'pаy Ωm\u202Eg文ا '.repeat(length / 11)
/** One word, in a script with joined letters. */
export const joined = (length: number): string => 'க்ஷி'.repeat(length / 5)
export const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => item(index))
