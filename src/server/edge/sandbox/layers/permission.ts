import { confined, type Launch, type Layer } from './launch.ts'

const hasPermissions = process.allowedNodeEnvironmentFlags.has('--permission')

/** Node's own limits: on every level, beneath whatever the operating system adds. */
export function guardedNode(launch: Launch): string[] {
  const reads = launch.readable.map((path) => `--allow-fs-read=${path}`)
  return [
    process.execPath,
    ...(hasPermissions ? ['--permission', ...reads] : []),
    ...[
      '--disallow-code-generation-from-strings',
      '--max-old-space-size=128',
      '--no-addons',
      '--no-warnings',
    ],
    ...[launch.entry, ...launch.arguments],
  ]
}

/** No wall of the operating system: what is left is the engine, Node's permission flags and the emptied realm. */
export const permission: Layer = {
  level: hasPermissions ? 'permission' : 'none',
  wrap: (_, node) => confined(node),
}
