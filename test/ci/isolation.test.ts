import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Box, Isolation } from '../../src/ci/isolation/isolation.ts'
import type { IsolationSettings } from '../../src/ci/isolation/settings.ts'
import {
  attempt,
  boxSettings,
  findIsolation,
  type Kind,
  makeImages,
  newDiskFolder,
  once,
  processesWith,
  removeImagesAndFolders,
  request,
  serviceImage,
  tracesOf,
} from '../support/boxes.ts'
import { patienceMs } from '../support/patience.ts'
import { inTurns } from '../support/thorough.ts'

const secret = 'only-the-server-knows'
const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
let listening: Server
let port = 0
let reached = 0

beforeAll(async () => {
  makeImages()
  process.env['STITHY_TEST_SECRET'] = secret
  listening = createServer((socket) => {
    reached += 1
    socket.end('server')
  })
  await new Promise<void>((resolve) => listening.listen(0, '0.0.0.0', resolve))
  const address = listening.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})

afterAll(() => {
  delete process.env['STITHY_TEST_SECRET']
  listening.close()
  removeImagesAndFolders()
})

const kinds: readonly Kind[] = ['sandbox', 'container']

test('a sandbox that is closed before its job has begun leaves nothing of what was started for it', async () => {
  const mark = `36${process.pid}`
  const env: Record<string, string> = { ...boxSettings().env }
  const isolation = await findIsolation('sandbox', boxSettings({ env }))
  const box = await isolation.open(request())
  // Stands in for a bubblewrap that has started something and has not come to tell what.
  const folder = newDiskFolder()
  writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\nsleep ${mark} &\nwait\n`, { mode: 0o755 })
  env['PATH'] = `${folder}:${env['PATH']}`
  chmodSync(folder, 0o755)
  const running = attempt(box, 'true')
  await expect.poll(() => processesWith(`sleep ${mark}`)).toHaveLength(1)
  await box.close()
  expect(await running).toMatchObject({ code: null, limit: null })
  expect(processesWith(`sleep ${mark}`)).toEqual([])
})

describe.each(kinds)('a job in a %s', (kind) => {
  let settings: IsolationSettings
  let isolation: Isolation
  /** For what is tried and comes to nothing; what ends a box has one of its own. */
  let box: Box
  const shared = request()

  beforeAll(async () => {
    settings = boxSettings()
    isolation = await findIsolation(kind, settings)
    mkdirSync(join(settings.dataDir, 'repositories'))
    writeFileSync(join(settings.dataDir, 'secret.key'), secret, { mode: 0o600 })
    box = await isolation.open(shared)
  })

  afterAll(() => execFileSync('rm', ['-rf', settings.dataDir]))

  test('has the variables that it is given, and none of the server', async () => {
    const env = { CI: 'true', ODD: `a'b"c $x\n\\ d`, LD_PRELOAD: '/workspace/none.so' }
    const { out, code } = await attempt(box, 'env; printf "<%s>" "$ODD"', { env })
    expect(code).toBe(0)
    expect(out).toContain(`<${env.ODD}>`)
    expect(out).not.toContain(secret)
    const names = out.split('\n').flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? [])
    const engine = ['HOSTNAME', 'TERM', 'SHLVL', 'OLDPWD']
    expect(names.filter((name) => !engine.includes(name)).toSorted()).toEqual(
      ['CI', 'HOME', 'LD_PRELOAD', 'ODD', 'PATH', 'PWD'].toSorted(),
    )
  })

  test('is nobody: no rights, no way to get any, no descriptors, no core dumps', async () => {
    const script = `/opt/busybox id -u; /opt/busybox grep -E '^(Cap|NoNewPrivs|Seccomp):?' /proc/self/status
      ulimit -c; cd /proc/self/fd && /opt/busybox ls | /opt/busybox tr '\\n' ' '; /opt/busybox readlink 0; pwd -P >/dev/null
      cd /workspace; sh -c 'kill -SEGV $$'; echo $?; /opt/busybox ls -a /workspace`
    const { out } = await attempt(box, script)
    const [uid] = out.split('\n')
    expect(Number(uid)).toBeGreaterThan(0)
    expect(out).toMatch(/NoNewPrivs:\s1/)
    expect(out).toMatch(/Seccomp:\s2/)
    expect([...out.matchAll(/^Cap(?:Prm|Eff|Bnd|Amb):\s+(\S+)/gm)].map(([, bits]) => Number(`0x${bits}`))).toEqual([
      0, 0, 0, 0,
    ])
    expect(out).toContain('139')
    expect(out).not.toContain('core')
  })

  test('sees no file, process, socket or device of the machine', async () => {
    const script = `for f in '${settings.dataDir}' '${settings.folder}' /root/.ssh /root/.bashrc /etc/shadow /etc/ssh /var/run/docker.sock \
        /run/docker.sock /run/podman /run/user /var/lib/containers /boot /dev/mem /dev/kmsg /dev/vda /dev/sda /dev/kvm /dev/fuse /dev/net/tun; do
        if [ -d $f ]; then [ -n "$(ls -A $f 2>/dev/null)" ] && echo "SEES $f"; elif cat $f >/dev/null 2>&1 </dev/null; then echo "READS $f"; fi; done
      find / -xdev -type s 2>/dev/null | sed 's/^/SOCKET /'
      for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline; tr '\\0' ' ' <$p/environ; echo; done 2>/dev/null
      tr '\\0' ' ' </proc/1/environ; hostname; true`
    const { out, code } = await attempt(box, script)
    expect(code).toBe(0)
    expect(out.split('\n').filter((line) => /^(?:SEES|READS|SOCKET) /.test(line))).toEqual([])
    expect(out).not.toContain(secret)
    expect(out).not.toContain('vitest')
  })

  test('writes nowhere but where it may', async () => {
    writeFileSync(join(settings.dataDir, 'target'), 'safe')
    const script = `for d in / /usr /usr/bin /etc /bin /lib /dev /proc /proc/sys/kernel /sys /opt /var /home /run; do
        [ -d $d ] && touch $d/written 2>/dev/null && echo "WROTE $d"; done
      echo x 2>/dev/null >/proc/sys/kernel/hostname && echo 'WROTE hostname'
      echo x 2>/dev/null >/opt/busybox && echo 'WROTE readOnly'
      ln -s '${settings.dataDir}/target' link; cat link 2>/dev/null && echo 'READ link'; (echo broken >link) 2>/dev/null && echo 'WROTE link'
      ln -s ../../../../../../../../etc/shadow up; cat up 2>/dev/null && echo 'READ up'
      for d in /workspace /tmp "$HOME" /var/tmp /dev/shm; do touch $d/mine || echo "CANNOT $d"; done; rm -f link up; true`
    const { out, code } = await attempt(box, script)
    expect(code).toBe(0)
    expect(out).toBe('')
    expect(readFileSync(join(settings.dataDir, 'target'), 'utf8')).toBe('safe')
    expect(existsSync(join(shared.workspace, 'mine'))).toBe(true)
  })

  test('gets past no door of the kernel', async () => {
    const script = `cd /tmp; mkdir m; try() { "$@" >/dev/null 2>&1 && echo "DID $*"; }
      try /opt/busybox mount -t tmpfs none m; try /opt/busybox mount -o bind /usr m; try /opt/busybox mount -t proc none m; try /opt/busybox umount /proc
      try /opt/busybox unshare -U true; try /opt/busybox unshare -r true; try /opt/busybox unshare -m true; try /opt/busybox unshare -n true; try /opt/busybox chroot / true
      try /opt/busybox mknod d b 8 0; try /opt/busybox mknod c c 1 1; try /opt/busybox nsenter -t 1 -m true; try /opt/busybox insmod none.ko
      try /opt/busybox ip link set lo down; try /opt/busybox hostname other; try /opt/busybox nice -n -5 true
      try /opt/busybox su -c true; try /opt/busybox chown 0:0 m; try /opt/busybox dmesg; try /opt/busybox swapoff -a; try /opt/busybox reboot -f
      mkdir s; cp /opt/busybox s; chmod 6755 s/busybox; s/busybox id -u; true`
    const { out, code } = await attempt(box, script)
    expect(code).toBe(0)
    expect(out).not.toContain('DID')
    expect(Number(out.trim())).toBeGreaterThan(0)
  })

  test('reaches nothing: not the loopback of the machine, not its address, not where clouds keep keys', async () => {
    const before = reached
    const hosts = ['127.0.0.1', outside ?? '127.0.0.1', '169.254.169.254', '10.0.2.2', '10.88.0.1', '1.1.1.1']
    const script = `/opt/busybox ip -o link | /opt/busybox wc -l; for h in ${hosts.join(' ')}; do /opt/busybox nc -w 1 $h ${port} </dev/null >/dev/null 2>&1 && echo "REACHED $h"; done
      /opt/busybox nslookup example.org >/dev/null 2>&1 && echo RESOLVED; true`
    const { out, ms } = await attempt(box, script)
    expect(out.trim()).toBe('1')
    expect(ms).toBeLessThan(5000)
    expect(reached).toBe(before)
  })

  test('takes its files from step to step, leaves no process behind, and survives its own kill', async () => {
    const mark = `31${process.pid}.${kind.length}`
    // They were killed before the step was over; the kernel takes a moment to clear them away.
    const gone = async () => {
      await expect.poll(() => processesWith(`sleep ${mark}`)).toEqual([])
    }
    await attempt(
      box,
      `echo 1 >/tmp/a; echo 2 >$HOME/b; echo 3 >c; sleep ${mark} & (setsid sleep ${mark} &) ; (sh -c "setsid sh -c 'sleep ${mark} & sleep ${mark}' &" &)`,
    )
    await gone()
    expect(await attempt(box, 'cat /tmp/a $HOME/b c')).toMatchObject({ code: 0, out: '1\n2\n3\n' })
    const killed = await attempt(box, `setsid sleep ${mark} & /opt/busybox kill -9 -1; sleep 60`)
    expect(killed.code).not.toBe(0)
    expect(killed.ms).toBeLessThan(20_000)
    await gone()
    expect(await attempt(box, 'kill -9 1; kill -TERM 1; kill -9 $PPID; echo still here')).toMatchObject({ limit: null })
    expect(await attempt(box, 'cat /tmp/a')).toMatchObject({ code: 0, out: '1\n' })
  })

  test('ends as it ends', async () => {
    expect(await attempt(box, 'exit 3')).toMatchObject({ code: 3, limit: null })
    expect(await attempt(box, 'no-such-program')).toMatchObject({ code: 127 })
    expect(await attempt(box, 'kill -KILL $$')).toMatchObject({ code: 137, limit: null, err: '' })
    expect(await attempt(box, 'exec >&- 2>&-; sleep 0.2; exit 7')).toMatchObject({ code: 7 })
    expect(await attempt(box, 'echo out; echo err >&2; echo three >/dev/stdout')).toMatchObject({
      out: 'out\nthree\n',
      err: 'err\n',
    })
    expect(await attempt(box, 'cat; echo end')).toMatchObject({ out: 'end\n' })
    const late = { argv: ['true'], env: {}, signal: AbortSignal.abort(), onOutput: () => undefined }
    expect(await box.run(late)).toEqual({ code: null, limit: null })
  })

  test('is asked to end, and forced when it does not', async () => {
    const mark = `32${process.pid}.${kind.length}`
    const polite = await attempt(box, `trap 'echo bye; exit 0' TERM; sleep ${mark} & echo ready; wait`, {
      until: /ready/,
    })
    expect(polite).toMatchObject({ code: null, limit: null, out: 'ready\nbye\n' })
    const stubborn = `trap '' TERM HUP INT; (trap '' TERM; setsid sh -c "trap '' TERM; while :; do sleep ${mark}; done" &) ; echo ready; while :; do sleep ${mark}; done`
    const forced = await attempt(box, stubborn, { until: /ready/ })
    expect(forced).toMatchObject({ code: null, limit: null })
    expect(forced.ms).toBeGreaterThan(settings.graceMs)
    expect(forced.ms).toBeLessThan(10_000)
    expect(processesWith(`sleep ${mark}`)).toEqual([])
    expect(await attempt(box, 'echo again')).toMatchObject({ code: 0, out: 'again\n' })
  })

  test('writes without end, or in one line, and waits for whoever reads', async () => {
    // Engines of containers hand on some ten megabytes a second.
    const size = kind === 'sandbox' ? 500_000_000 : 10_000_000
    let bytes = 0
    let most = 0
    const before = process.memoryUsage().rss
    const taken = async (_stream: string, chunk: Buffer): Promise<void> => {
      bytes += chunk.length
      most = Math.max(most, process.memoryUsage().rss - before)
      if (bytes % 16 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const signal = AbortSignal.timeout(patienceMs)
    const argv = ['sh', '-c', `head -c ${size} /dev/zero | tr '\\0' a`]
    expect(await box.run({ argv, env: {}, signal, onOutput: taken })).toEqual({ code: 0, limit: null })
    expect(bytes).toBe(size)
    // Some of it lies about until garbage is collected, but never half of it.
    expect(most).toBeLessThan(250_000_000)

    // Nobody takes anything for a while: it stands still.
    const slow: number[] = []
    const pausing = async (): Promise<void> => {
      slow.push(performance.now())
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const flood = await box.run({ argv: ['yes'], env: {}, signal: AbortSignal.timeout(700), onOutput: pausing })
    expect(flood.code).toBe(null)
    expect(slow.length).toBeLessThan(30)

    const failing = box.run({ argv: ['yes'], env: {}, signal, onOutput: () => Promise.reject(new Error('disk full')) })
    await expect(failing).rejects.toThrow('disk full')
  })

  test('forks without end and gets no further than its limit', async () => {
    const asked = request({}, { pids: 30 })
    const counted = await isolation.open(asked)
    const mark = `33${process.pid}.${kind.length}`
    const many = await attempt(counted, `i=0; while [ $i -lt 100 ]; do sleep ${mark} & i=$((i+1)); done; sleep 20`, {
      until: /fork|unavailable/i,
    })
    expect(many.out + many.err).toMatch(/fork|unavailable/i)
    const bomb = await attempt(counted, 'bomb() { bomb | bomb & }; echo ready; bomb; sleep 20', { until: /ready/ })
    expect(bomb.ms).toBeLessThan(15_000)
    await counted.close()
    expect(processesWith(`sleep ${mark}`)).toEqual([])
    expect(tracesOf(asked.label)).toEqual([])
  })

  test('takes more memory than it may have', async () => {
    const hog = await once(isolation, request({}, { memoryMb: 32 }), 'a=0123456789; while :; do a=$a$a$a; done')
    expect(hog).toMatchObject({ limit: 'memory' })
    expect(hog.code).not.toBe(0)
    // Many small ones together; the box lives on.
    const crowd = await isolation.open(request({}, { memoryMb: 32 }))
    const script =
      'for i in 1 2 3 4 5 6 7 8; do (a=$(head -c 9000000 /dev/zero | tr "\\0" a); sleep 1) & done; wait; exit 9'
    expect(await attempt(crowd, script)).toMatchObject({ limit: 'memory' })
    expect(await attempt(crowd, 'echo fine')).toMatchObject({ code: 0, limit: null, out: 'fine\n' })
    await crowd.close()
  })

  const floods: readonly (readonly [string, number, string])[] = [
    ['one large file in the workspace', 16, 'dd if=/dev/zero of=large bs=1M count=80'],
    [
      'several large files at home',
      16,
      'for i in 1 2 3 4; do dd if=/dev/zero of=$HOME/$i bs=1M count=12; done; sleep 5; exit 1',
    ],
    [
      'many small files in /tmp',
      4,
      'cd /tmp; i=0; while :; do mkdir $i; for j in 1 2 3 4 5 6 7 8 9; do echo x >$i/$j; done; i=$((i+1)); done',
    ],
    [
      'files that are deleted and still open',
      16,
      'exec 3>a 4>b 5>c; rm a b c; for f in 3 4 5; do dd if=/dev/zero bs=1M count=12 >&$f; done; sleep 10; exit 1',
    ],
  ]

  // A sandbox is watched by ourselves, a container by the same eyes.
  test.each(kind === 'sandbox' ? floods : inTurns(floods, 3, 0))('fills the disk: %s', async (_how, diskMb, script) => {
    const { limit, code, ms } = await once(isolation, request({}, { diskMb }), script)
    expect(limit).toBe('disk')
    expect(code).not.toBe(0)
    expect(ms).toBeLessThan(20_000)
  })

  test('finds what lay in its workspace, which is no writing of its own, and no links to elsewhere', async () => {
    const workspace = newDiskFolder()
    writeFileSync(join(workspace, 'checkout'), Buffer.alloc(30 * 1024 * 1024))
    const found = await once(isolation, request({ workspace }, { diskMb: 24 }), 'rm checkout && echo ok && exit 1')
    expect(found).toMatchObject({ code: 1, limit: null, out: 'ok\n' })
    linkSync(join(settings.dataDir, 'secret.key'), join(workspace, 'innocent'))
    await expect(isolation.open(request({ workspace }))).rejects.toThrow('hard link')
  })

  test('hides nothing from removal, be it by names too long or by folders that are shut', async () => {
    const asked = request()
    const deep =
      'cd /tmp; i=0; while [ $i -lt 60 ]; do d=$(printf "%0200d" 0); mkdir $d; cd $d; i=$((i+1)); done; mkdir $HOME/shut; touch $HOME/shut/x; chmod 0 $HOME/shut'
    const { code } = await once(isolation, asked, deep)
    expect(code).toBe(0)
    expect(existsSync(join(settings.folder, asked.label))).toBe(false)
  })

  test('is apart from the job beside it', async () => {
    const [one, two] = await Promise.all([isolation.open(request()), isolation.open(request())])
    const mark = `34${process.pid}.${kind.length}`
    const running = attempt(one, `echo mine >/tmp/x; sleep ${mark}`)
    const seen = await attempt(
      two,
      'ls /tmp; for p in /proc/[0-9]*; do tr "\\0" " " <$p/cmdline; done 2>/dev/null; /opt/busybox kill -9 -1; true',
    )
    expect(seen.out).not.toContain(mark)
    // Closing ends what runs, also what has only just begun.
    const begun = attempt(two, 'sleep 30')
    await Promise.all([one.close(), two.close()])
    expect([(await running).code, (await begun).code]).toEqual([null, null])
    await expect(attempt(one, 'true')).rejects.toThrow('closed')
  })

  test('with a network, reaches the world and nothing inside', async () => {
    const before = reached
    const hosts = ['127.0.0.1', outside ?? '127.0.0.1', '169.254.169.254', '10.0.2.2', '10.88.0.1', '192.168.0.1']
    const script = `/opt/busybox ip -4 -o addr; /opt/busybox ip route; for h in ${hosts.join(' ')}; do /opt/busybox nc -w 1 $h ${port} </dev/null >/dev/null 2>&1 && echo "REACHED $h"; done
      /opt/busybox ip route del unreachable 169.254.0.0/16 2>/dev/null && echo CHANGED; true`
    const { out, err, code } = await once(isolation, request({}, { network: true }), script)
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(out).toMatch(/^default via/m)
    expect(out).toMatch(/unreachable 169.254.0.0\/16/)
    expect(out).not.toMatch(/REACHED|CHANGED/)
    expect(reached).toBe(before)
  })

  test('leaves nothing behind', async () => {
    await box.close()
    await box.close()
    expect(tracesOf(shared.label)).toEqual([])
    expect(readdirSync(settings.folder).filter((name) => !name.startsWith('.'))).toEqual([])
  })

  test('says at the top what it is', () => {
    const text = isolation.describe(request({ image: 'debian:12', packages: ['git', 'no-such-package'] }))
    expect(text).toContain('debian:12')
    expect(text).toContain('96 MB of memory')
    expect(text).toContain('no network')
    expect(text).toContain('no-such-package')
  })
})

test('a sandbox is refused the calls that nobody needs', async () => {
  const calls = {
    mount: 165,
    keyctl: 250,
    bpf: 321,
    userfaultfd: 323,
    setns: 308,
    io_uring_setup: 425,
    perf: 298,
    clone3: 435,
  }
  const arm = {
    mount: 40,
    keyctl: 219,
    bpf: 280,
    userfaultfd: 282,
    setns: 268,
    io_uring_setup: 425,
    perf: 241,
    clone3: 435,
  }
  const list = Object.values(process.arch === 'arm64' ? arm : calls).join(', ')
  const { out, code } = await once(
    await findIsolation('sandbox', boxSettings()),
    request(),
    `perl -MSocket -e 'for (${list}) { $! = 0; my $r = syscall($_, 0, 0, 0, 0, 0); print "$r:" . ($! + 0) . " " }
      for (40, 38, 17, 29) { print socket(my $s, $_, SOCK_STREAM, 0) ? "OPEN " : "no " } print socket(my $s, AF_UNIX, SOCK_STREAM, 0) ? "yes" : "NO"'`,
  )
  expect({ code, out }).toEqual({ code: 0, out: '-1:1 -1:1 -1:1 -1:1 -1:1 -1:1 -1:1 -1:38 no no no no yes' })
})

describe('services and packages', () => {
  const services = [{ name: 'web', image: serviceImage, env: { GREETING: 'x y' } }]

  test('a sandbox has no services and says so', async () => {
    const isolation = await findIsolation('sandbox', boxSettings())
    await expect(isolation.open(request({ services }))).rejects.toThrow('Services (web) need containers')
  })

  test('a container finds its services by name, without a network, and they go with it', async () => {
    const isolation = await findIsolation('container', boxSettings())
    const asked = request({ services, packages: ['cowsay', 'jq'] })
    const box = await isolation.open(asked)
    const script =
      'cowsay; jq; for i in $(seq 40); do wget -qO- http://web:8080/greeting && break; sleep 0.2; done; /opt/busybox ip -o link | wc -l'
    expect(await attempt(box, script)).toMatchObject({
      code: 0,
      out: 'cowsay from a package\njq from a package\nhello from the service\n1\n',
    })
    await box.close()
    expect(tracesOf(asked.label)).toEqual([])
    await expect(isolation.open(request({ packages: ['--allow-untrusted'] }))).rejects.toThrow(
      'Not the name of a package',
    )
    await expect(isolation.open(request({ image: '--privileged' }))).rejects.toThrow('Not the name of an image')
    const signal = AbortSignal.timeout(200)
    await expect(isolation.open(request({ image: 'localhost/there-is-none', signal }))).rejects.toThrow(/abort/)
  })
})
