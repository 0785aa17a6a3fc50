import { type Launch, type Layer, sandboxCommand } from './launch.ts'

const hasPermissions = process.allowedNodeEnvironmentFlags.has('--permission')

/** Node's permission flags, which every layer uses. */
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

/** The layer without isolation by the operating system: the engine, Node's permission flags and the emptied realm remain. */
export const permission: Layer = {
  level: hasPermissions ? 'permission' : 'none',
  wrap: (_, node, { parent }) => sandboxCommand(node, parent),
}
