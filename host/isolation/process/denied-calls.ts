/** System calls that the process of a plugin needs for nothing, by their numbers on the processors that Node runs on. */
const denied: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  x64: {
    socket: 41,
    fork: 57,
    vfork: 58,
    ptrace: 101,
    pivot_root: 155,
    chroot: 161,
    mount: 165,
    umount2: 166,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    unshare: 272,
    perf_event_open: 298,
    open_by_handle_at: 304,
    setns: 308,
    process_vm_readv: 310,
    process_vm_writev: 311,
    bpf: 321,
    execveat: 322,
    userfaultfd: 323
  },
  arm64: {
    umount2: 39,
    mount: 40,
    pivot_root: 41,
    chroot: 51,
    unshare: 97,
    ptrace: 117,
    socket: 198,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    perf_event_open: 241,
    open_by_handle_at: 265,
    setns: 268,
    process_vm_readv: 270,
    process_vm_writev: 271,
    bpf: 280,
    execveat: 281,
    userfaultfd: 282
  }
}

/** The same, of newer system calls, which have one number everywhere: io_uring, mounts, and descriptors of other processes. */
const deniedEverywhere = [425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442]

const clone: Readonly<Record<string, number>> = { x64: 56, arm64: 220 }
const clone3 = 435
/** A flag of `clone`: a thread, and no process. */
const thread = 0x0001_0000
const architecture: Readonly<Record<string, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }

const instruction = { load: 0x20, ifEqual: 0x15, ifAtLeast: 0x35, ifSet: 0x45, end: 0x06 } as const
const result = { allow: 0x7fff_0000, notPermitted: 0x0005_0001, notImplemented: 0x0005_0026 } as const
/** Where the number of a call, the architecture and the first argument are. */
const offset = { number: 0, architecture: 4, argument: 16 } as const
/** Numbers from here on are those of another interface of the same processor. */
const otherInterface = 0x4000_0000

/**
 * A filter of system calls for `--seccomp` of bubblewrap: no sockets, no processes beside threads, and nothing that is for administrators.
 * Undefined for a processor whose numbers are not known here.
 */
export function deniedCalls(processor: string = process.arch): Buffer | undefined {
  const [known, numbers, cloneNumber] = [architecture[processor], denied[processor], clone[processor]]
  if (known === undefined || numbers === undefined || cloneNumber === undefined) return undefined
  const refused = [...Object.values(numbers), ...deniedEverywhere]
  return Buffer.concat([
    step(instruction.load, offset.architecture),
    step(instruction.ifEqual, known, 1, 0),
    step(instruction.end, result.notPermitted),
    step(instruction.load, offset.number),
    step(instruction.ifAtLeast, otherInterface, 0, 1),
    step(instruction.end, result.notPermitted),
    ...refused.flatMap(number => [step(instruction.ifEqual, number, 0, 1), step(instruction.end, result.notPermitted)]),
    // Its arguments are in memory, where a filter cannot read them; the C library then uses `clone`.
    step(instruction.ifEqual, clone3, 0, 1),
    step(instruction.end, result.notImplemented),
    step(instruction.ifEqual, cloneNumber, 0, 3),
    step(instruction.load, offset.argument),
    step(instruction.ifSet, thread, 1, 0),
    step(instruction.end, result.notPermitted),
    step(instruction.end, result.allow)
  ])
}

/** One instruction of a filter of the kernel (Linux, `struct sock_filter`): how many are skipped if it holds, and if it does not. */
function step(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
