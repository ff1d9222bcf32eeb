// A worker without any rights on its machine: no control groups, no other user to run jobs as. Called by
// isolation-ordinary.test.ts.
import { attempt, boxSettings, findIsolation, once, request } from '../support/boxes.ts'

const settings = boxSettings()
const isolation = await findIsolation('sandbox', settings)
const box = await isolation.open(request())
const disk = `mkdir shut; dd if=/dev/zero of=shut/a bs=1M count=12; chmod 0 shut; dd if=/dev/zero of=b bs=1M count=12; sleep 20; exit 1`
// Three processes each for a moment, of sixty that all boxes of this user may have together. The last word keeps the shells
// there with what they hold: one that only has to sleep becomes the sleeper.
const crowd =
  'for i in 1 2 3 4 5 6 7 8 9 10; do (a=$(head -c 9000000 /dev/zero | tr "\\0" a); sleep 9; :) & done; wait; exit 9'
const stubborn = `trap '' TERM; (setsid sleep 43.43 &); echo ready; while :; do sleep 43.43; done`
const said = {
  describe: isolation.describe(request()),
  plain: await attempt(
    box,
    'id -u; touch /tmp/x $HOME/y z; env; cat /etc/shadow /proc/1/environ; ls /home /root; echo end',
  ),
  doors: await attempt(
    box,
    'for c in "-U true" "-m true" "-n true"; do /opt/busybox unshare $c 2>/dev/null && echo DID; done; true',
  ),
  stubborn: await attempt(box, stubborn, { until: /ready/ }),
  forks: await attempt(box, 'i=0; while [ $i -lt 100 ]; do sleep 43.43 & i=$((i+1)); done; sleep 20', {
    until: /fork/i,
  }),
  hog: await once(isolation, request({}, { memoryMb: 40 }), 'a=0123456789; while :; do a=$a$a$a; done'),
  crowd: await once(isolation, request({}, { memoryMb: 40 }), crowd),
  disk: await once(isolation, request({}, { diskMb: 16 }), disk),
}
await box.close()
process.stdout.write(JSON.stringify(said))
