// The kernel's calls that a job has no use for and that holes were found in again and again, as a program for the
// kernel's own filter (classic BPF), and as a profile for engines of containers.
import { arch } from 'node:os'
import { forbidden } from './forbidden-calls.ts'

type Machine = 'x64' | 'arm64'

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
