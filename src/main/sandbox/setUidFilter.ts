import { Buffer } from 'node:buffer'

// A seccomp filter that prevents commands from creating set-uid and set-gid files, which run with the rights of their
// owner or group. A filter cannot distinguish files from folders, so commands cannot set the set-gid bit of a folder
// either; new folders still inherit it.

/** A system call that can set a file's mode, and the index of the mode argument. */
interface ModeCall {
  readonly number: number
  readonly mode: number
  /** Index of the flags argument. The mode applies only if the flags create a file. */
  readonly flags?: number
}

interface Architecture {
  /** The AUDIT_ARCH constant. */
  readonly audit: number
  readonly calls: readonly ModeCall[]
}

const setUid = 0o4000
const setGid = 0o2000
/** O_CREAT and O_TMPFILE. */
const createsFile = 0o100 | 0o20000000
/**
 * `openat2` and `io_uring_setup`, with the same numbers on all architectures. Their mode is in memory that a filter
 * cannot read, and programs work without them.
 */
const uncheckedCalls = [437, 425]
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

/** Both architectures' 32-bit variants share most call numbers. */
function createVariant32(
  audit: number,
  { openat, mknodat, fchmodat }: { openat: number, mknodat: number, fchmodat: number },
): Architecture {
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

const architectures: Readonly<Record<string, readonly Architecture[]>> = {
  x64: [x64, createVariant32(0x40000003, { openat: 295, mknodat: 297, fchmodat: 306 })],
  arm64: [arm64, createVariant32(0x40000028, { openat: 322, mknodat: 324, fchmodat: 333 })],
}

/** A BPF instruction: opcode, jump offsets if true and if false, constant. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, constant: number]

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const equals = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x15, ifTrue, ifFalse, value]
const atLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x35, ifTrue, ifFalse, value]
const hasBit = (bits: number, ifTrue: number, ifFalse: number): Instruction => [0x45, ifTrue, ifFalse, bits]
const allow: Instruction = [0x06, 0, 0, 0x7FFF0000]
const deny: Instruction = [0x06, 0, 0, 0x00050000 | 1] // EPERM
const unknown: Instruction = [0x06, 0, 0, 0x00050000 | 38] // ENOSYS

const numberAt = 0
const auditAt = 4
/** Offset of the lower half of an argument, which comes first on little-endian machines. */
const argumentAt = (index: number): number => 16 + 8 * index

/** The filter as a BPF program for bubblewrap; `undefined` for an unsupported architecture. */
export function createSetUidFilter(architecture: string): Buffer | undefined {
  const known = architectures[architecture]
  if (!known)
    return undefined
  const instructions = [
    load(auditAt),
    ...known.flatMap(({ audit, calls }) => when(equals(audit, 0, 0), buildSection(calls))),
    unknown,
  ]
  return Buffer.concat(instructions.map(([code, ifTrue, ifFalse, constant]) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt16LE(code)
    bytes.set([ifTrue, ifFalse], 2)
    bytes.writeUInt32LE(constant >>> 0, 4)
    return bytes
  }))
}

function buildSection(calls: readonly ModeCall[]): Instruction[] {
  return [
    load(numberAt),
    ...when(atLeast(0x40000000, 0, 0), [unknown]), // x32 call numbers, which hardly any kernel supports
    ...uncheckedCalls.flatMap(number => when(equals(number, 0, 0), [unknown])),
    ...calls.flatMap(call => when(equals(call.number, 0, 0), buildCheck(call))),
    allow,
  ]
}

function buildCheck({ mode, flags }: ModeCall): Instruction[] {
  return [
    ...flags === undefined ? [] : [load(argumentAt(flags)), hasBit(createsFile, 1, 0), allow],
    load(argumentAt(mode)),
    hasBit(setUid | setGid, 0, 1),
    deny,
    allow,
  ]
}

/** Runs `then` if the condition is true. `then` must end with a return instruction. */
function when([code, , , constant]: Instruction, then: readonly Instruction[]): Instruction[] {
  return [[code, 0, then.length, constant], ...then]
}
