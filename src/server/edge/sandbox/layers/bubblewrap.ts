import { type Layer, programPath, sandboxCommand } from './launch.ts'
import { nodeFiles } from './node-files.ts'

export function bubblewrap(): Layer | null {
  const bwrap = programPath('bwrap')
  if (!bwrap) return null
  return {
    level: 'bubblewrap',
    wrap: (launch, node, { parent }) =>
      sandboxCommand(
        [
          // `--new-session` is left out: the runner already has its own session, whose CPU share is lowered.
          ...[bwrap, '--unshare-all', '--die-with-parent', '--clearenv', '--cap-drop', 'ALL'],
          ...['--uid', '65534', '--gid', '65534', '--hostname', 'sandbox'],
          ...[...nodeFiles(), ...launch.readable].flatMap((path) => ['--ro-bind', path, path]),
          ...['--remount-ro', '/', '--chdir', '/', '--', ...node],
        ],
        parent,
      ),
  }
}
