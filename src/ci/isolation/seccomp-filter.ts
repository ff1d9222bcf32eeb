// The kernel's calls that a job has no use for and that holes were found in again and again, as a program for the
// kernel's own filter (classic BPF). Numbers are those of the kernel's tables.
import { arch } from 'node:os'

type Machine = 'x64' | 'arm64'

interface Call {
  readonly x64?: number
  readonly arm64?: number
}

const forbidden: Readonly<Record<string, Call>> = {
  // Other file systems, other roots.
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  open_tree: { x64: 428, arm64: 428 },
  move_mount: { x64: 429, arm64: 429 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fspick: { x64: 433, arm64: 433 },
  mount_setattr: { x64: 442, arm64: 442 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  fanotify_init: { x64: 300, arm64: 262 },
  // Other namespaces.
  setns: { x64: 308, arm64: 268 },
  // The kernel's keys belong to the machine's user, not to the job.
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  // Into the kernel, or into other processes.
  bpf: { x64: 321, arm64: 280 },
  userfaultfd: { x64: 323, arm64: 282 },
  perf_event_open: { x64: 298, arm64: 241 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  pidfd_getfd: { x64: 438, arm64: 438 },
  kcmp: { x64: 312, arm64: 272 },
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  // The machine itself.
  reboot: { x64: 169, arm64: 142 },
  syslog: { x64: 103, arm64: 116 },
  acct: { x64: 163, arm64: 89 },
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  iopl: { x64: 172 },
  ioperm: { x64: 173 },
  modify_ldt: { x64: 154 },
  uselib: { x64: 134 },
  sysfs: { x64: 139 },
  nfsservctl: { x64: 180, arm64: 42 },
  lookup_dcookie: { x64: 212, arm64: 18 },
}

const numbers = {
  x64: { audit: 0xc000003e, clone: 56, clone3: 435, unshare: 272, ioctl: 16, socket: 41 },
  arm64: { audit: 0xc00000b7, clone: 220, clone3: 435, unshare: 97, ioctl: 29, socket: 198 },
}

const allow = 0x7fff0000
const refuse = (errno: number): number => 0x00050000 | errno
const notPermitted = refuse(1)
const noSuchCall = refuse(38)
const noSuchFamily = refuse(97)

const namespaces = [0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]
const newNamespace = namespaces.reduce((all, flag) => all | flag, 0)
const typeIntoTerminal = [0x5412, 0x541c]
// Unix, IPv4, IPv6, netlink. AF_VSOCK, which knows no namespaces, leads to the machine that this one is a guest of.
const families = [1, 2, 10, 16]
const lastFamily = 46

const at = { call: 0, machine: 4, first: 16, second: 24 }

/** Null on machines whose calls we have no numbers of: nothing runs there. */
export function seccompFilter(machine: string): Buffer | null {
  if (machine !== 'x64' && machine !== 'arm64') return null
  const call = numbers[machine]
  return Buffer.concat([
    // Another machine's calls have other numbers: none of them.
    load(at.machine),
    jump(equal, call.audit, 1, 0),
    answer(noSuchCall),
    load(at.call),
    // x86 has a second set of numbers for the same calls.
    ...(machine === 'x64' ? [jump(atLeast, 0x40000000, 0, 1), answer(noSuchCall)] : []),
    ...numbersOf(machine).flatMap((number) => [jump(equal, number, 0, 1), answer(notPermitted)]),
    // Its flags lie in memory, where a filter cannot look; the C libraries then use `clone`.
    jump(equal, call.clone3, 0, 1),
    answer(noSuchCall),
    ...looking(call.clone, [load(at.first), jump(anyBit, newNamespace, 0, 1), answer(notPermitted)]),
    ...looking(call.unshare, [load(at.first), jump(anyBit, newNamespace, 0, 1), answer(notPermitted)]),
    ...looking(call.ioctl, [
      load(at.second),
      ...typeIntoTerminal.flatMap((request) => [jump(equal, request, 0, 1), answer(notPermitted)]),
    ]),
    ...looking(call.socket, [
      load(at.first),
      ...families.flatMap((family) => [jump(equal, family, 0, 1), answer(allow)]),
      answer(noSuchFamily),
    ]),
    answer(allow),
  ])
}

/**
 * The same for engines of containers, in their language (a profile of the OCI's runtime specification). What podman
 * forbids by itself leaves out namespaces of users and sockets to the machine's host.
 */
export function seccompProfile(): string {
  const others = Array.from({ length: lastFamily + 1 }, (_, family) => family).filter(
    (family) => !families.includes(family),
  )
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ALLOW',
    architectures: [arch() === 'arm64' ? 'SCMP_ARCH_AARCH64' : 'SCMP_ARCH_X86_64'],
    syscalls: [
      refused(Object.keys(forbidden), 1),
      refused(['clone3'], 38),
      ...namespaces.map((flag) =>
        refused(['clone', 'unshare'], 1, [{ index: 0, value: flag, valueTwo: flag, op: 'SCMP_CMP_MASKED_EQ' }]),
      ),
      ...typeIntoTerminal.map((value) => refused(['ioctl'], 1, [{ index: 1, value, op: 'SCMP_CMP_EQ' }])),
      ...others.map((value) => refused(['socket'], 97, [{ index: 0, value, op: 'SCMP_CMP_EQ' }])),
      refused(['socket'], 97, [{ index: 0, value: lastFamily, op: 'SCMP_CMP_GT' }]),
    ],
  })
}

function refused(names: readonly string[], errnoRet: number, args: readonly object[] = []): object {
  return { names, action: 'SCMP_ACT_ERRNO', errnoRet, args }
}

function numbersOf(machine: Machine): number[] {
  return Object.values(forbidden).flatMap((call) => call[machine] ?? [])
}

/** What is to be done for one call; it ends with an answer, since the number of the call is forgotten on the way. */
function looking(call: number, steps: readonly Buffer[]): Buffer[] {
  return [jump(equal, call, 0, steps.length + 1), ...steps, answer(allow)]
}

const equal = 0x15
const atLeast = 0x35
const anyBit = 0x45

function load(offset: number): Buffer {
  return instruction(0x20, offset)
}

/** How many instructions to leave out when it holds, and when it does not. */
function jump(test: number, value: number, then: number, otherwise: number): Buffer {
  return instruction(test, value, then, otherwise)
}

function answer(value: number): Buffer {
  return instruction(0x06, value)
}

function instruction(code: number, value: number, then = 0, otherwise = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(then, 2)
  bytes.writeUInt8(otherwise, 3)
  bytes.writeUInt32LE(value >>> 0, 4)
  return bytes
}
