/** Numbers as they may stand in JSON, at the edges of what programs take. */
export const numbers = ['0', '-0', '-1', '1', '1.5', '255', '256', '65536', '2147483647', '2147483648', '-2147483649', '4294967296', '9007199254740993', '1e21', '1e308', '1e999', '-1e999', '5e-324']

/** Names that mean something to programs, and texts at the edges of what they take. */
export const texts = [
  '', ' ', '\0', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'length', 'undefined', 'null', '..', '../../../etc/passwd', '%2e%2e', '.git', 'CON', 'a'.repeat(257), 'x'.repeat(5000),
  '\uD800', 'a\uDC00b', '\uFEFF', '\u202Eevil\u202C', '\u2028', '\u0085', 'e\u0301'.repeat(40), '👩‍👩‍👧', '\uFFFF', '\u001b]52;c;eA==\u0007', '\r\n', '<script>', '${keychain:A}', 'javascript:alert(1)', 'file:///etc/passwd',
]

/** Pieces of bytes that decoders stumble over. */
export const pieces = [
  '\n', '\r\n', '\r', '\0', '"', '\\', '\\u', '\\ud800', '{', '}', '[', ']', ',', ':', '//', '/*', '*/', '../', '/', '\\..\\', '\u001b', '\u001b[', '\u001b]', '\u001bP', '\u001b\\', '\u009b', '\u009d', '\u009c', '\u0090', '\u0007', '\u0018', '\u001a',
  '\u001b]52;c;eA==\u0007', '\u001b]0;t\u0007', '\u001b[6n', '\u001b[c', '\u001bP$qm\u001b\\', '\u001b]8;;https://a.test/\u0007', '{"a":'.repeat(300), '['.repeat(300), '€', '😀', '\uFEFF',
].map(piece => Buffer.from(piece)).concat([[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xE2, 0x82], [0x80], [0xF5, 0x80, 0x80, 0x80]].map(bytes => Buffer.from(bytes)))

/** So deep that what calls itself for each level runs out of stack, and about the depth that is still taken. */
export const depths = [3, 200, 255, 256, 257, 600, 8000, 60_000]
