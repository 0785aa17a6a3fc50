import { type Layer, programPath, sandboxCommand } from './launch.ts'
import { nodeFiles } from './node-files.ts'

/**
 * Root of the first user namespace mounts a read-only root with the listed paths only. The program runs in a second namespace
 * as the user nobody, without capabilities and without user namespaces of its own. The last mount changes only the mount
 * point, because tmpfs options need an owner that only root can map.
 */
const script = `
set -e
jail=$1
shift
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev tmpfs "$jail"
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir -p "$jail$1"; else mkdir -p "$jail\${1%/*}"; : > "$jail$1"; fi
  mount --bind -o ro,nosuid,nodev "$1" "$jail$1"
  shift
done
shift
mount -o remount,bind,ro,nosuid,nodev "$jail"
ulimit -f 0
exec env -i unshare --user --map-user=65534 --map-group=65534 --root="$jail" --wd=/ -- "$@"
`

export function namespaces(): Layer | null {
  const unshare = process.platform === 'linux' ? programPath('unshare') : null
  const shell = programPath('sh')
  if (!unshare || !shell) return null
  const isolated = ['--user', '--map-root-user', '--net', '--pid', '--mount', '--ipc', '--uts']
  return {
    level: 'namespaces',
    wrap: (launch, node, { jail, parent }) =>
      sandboxCommand(
        [
          ...[unshare, ...isolated, '--fork', '--kill-child', '--', shell, '-c', script, 'sandbox', jail],
          ...[...nodeFiles(), ...launch.readable, '--', ...node],
        ],
        parent,
      ),
  }
}
