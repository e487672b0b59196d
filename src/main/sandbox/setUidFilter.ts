import { Buffer } from 'node:buffer'

// A filter of the Linux kernel's (seccomp) that keeps commands from making set-uid and set-gid files: whoever runs one
// has the rights of its owner or group. A filter cannot tell files from folders, so nothing gives a folder the set-gid
// bit either; inherited, it stays.

/** A system call that can set the bits of a file, and which of its arguments holds them. */
interface ModeCall {
  readonly number: number
  readonly mode: number
  /** The argument without whose bits for "make a file" the mode means nothing. */
  readonly flags?: number
}

interface Architecture {
  /** The kernel's mark of it. */
  readonly audit: number
  readonly calls: readonly ModeCall[]
}

const setUid = 0o4000
const setGid = 0o2000
/** O_CREAT and O_TMPFILE. */
const makesFile = 0o100 | 0o20000000
/**
 * `openat2` and `io_uring_setup`: the mode lies where no filter can look, and programs do without them. The same
 * everywhere.
 */
const unseen = [437, 425]
const fchmodat2: ModeCall = { number: 452, mode: 2 }

const x64: Architecture = {
  audit: 0xC000003E,
  calls: [
    { number: 2, mode: 2, flags: 1 }, // open
    { number: 85, mode: 1 }, // creat
    { number: 90, mode: 1 }, // chmod
    { number: 91, mode: 1 }, // fchmod
    { number: 133, mode: 1 }, // mknod
    { number: 257, mode: 3, flags: 2 }, // openat
    { number: 259, mode: 2 }, // mknodat
    { number: 268, mode: 2 }, // fchmodat
    fchmodat2,
  ],
}

const arm64: Architecture = {
  audit: 0xC00000B7,
  calls: [
    { number: 33, mode: 2 }, // mknodat
    { number: 52, mode: 1 }, // fchmod
    { number: 53, mode: 2 }, // fchmodat
    { number: 56, mode: 3, flags: 2 }, // openat
    fchmodat2,
  ],
}

/** The 32-bit relatives of both number their calls alike, but for those that came later. */
function of32Bits(audit: number, { openat, mknodat, fchmodat }: { openat: number, mknodat: number, fchmodat: number }): Architecture {
  return {
    audit,
    calls: [
      { number: 5, mode: 2, flags: 1 }, // open
      { number: 8, mode: 1 }, // creat
      { number: 14, mode: 1 }, // mknod
      { number: 15, mode: 1 }, // chmod
      { number: 94, mode: 1 }, // fchmod
      { number: openat, mode: 3, flags: 2 },
      { number: mknodat, mode: 2 },
      { number: fchmodat, mode: 2 },
      fchmodat2,
    ],
  }
}

const filtered: Readonly<Record<string, readonly Architecture[]>> = {
  x64: [x64, of32Bits(0x40000003, { openat: 295, mknodat: 297, fchmodat: 306 })],
  arm64: [arm64, of32Bits(0x40000028, { openat: 322, mknodat: 324, fchmodat: 333 })],
}

/** One instruction of the filter's machine: what it does, how far to jump if true and if false, and its constant. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, constant: number]

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const equals = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x15, ifTrue, ifFalse, value]
const atLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x35, ifTrue, ifFalse, value]
const hasBit = (bits: number, ifTrue: number, ifFalse: number): Instruction => [0x45, ifTrue, ifFalse, bits]
const allow: Instruction = [0x06, 0, 0, 0x7FFF0000]
const refuse: Instruction = [0x06, 0, 0, 0x00050000 | 1] // EPERM
const unknown: Instruction = [0x06, 0, 0, 0x00050000 | 38] // ENOSYS

const numberAt = 0
const auditAt = 4
/** The lower half of an argument: all of these machines begin with it. */
const argumentAt = (index: number): number => 16 + 8 * index

/** The filter as bubblewrap takes it; `undefined` for a processor that it does not know. */
export function setUidFilter(architecture: string): Buffer | undefined {
  const known = filtered[architecture]
  if (!known)
    return undefined
  const instructions = [load(auditAt), ...known.flatMap(({ audit, calls }) => only(equals(audit, 0, 0), sectionOf(calls))), unknown]
  return Buffer.concat(instructions.map(([code, ifTrue, ifFalse, constant]) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt16LE(code)
    bytes.set([ifTrue, ifFalse], 2)
    bytes.writeUInt32LE(constant >>> 0, 4)
    return bytes
  }))
}

function sectionOf(calls: readonly ModeCall[]): Instruction[] {
  return [
    load(numberAt),
    ...only(atLeast(0x40000000, 0, 0), [unknown]), // a second set of numbers (x32), which hardly any kernel has
    ...unseen.flatMap(number => only(equals(number, 0, 0), [unknown])),
    ...calls.flatMap(call => only(equals(call.number, 0, 0), checkOf(call))),
    allow,
  ]
}

function checkOf({ mode, flags }: ModeCall): Instruction[] {
  return [
    ...flags === undefined ? [] : [load(argumentAt(flags)), hasBit(makesFile, 1, 0), allow],
    load(argumentAt(mode)),
    hasBit(setUid | setGid, 0, 1),
    refuse,
    allow,
  ]
}

/** These instructions if the condition is true; they end with an answer. */
function only([code, , , constant]: Instruction, then: readonly Instruction[]): Instruction[] {
  return [[code, 0, then.length, constant], ...then]
}
