import { execFile } from 'node:child_process'
import { z } from 'zod'
import { runners } from '../../../program-paths.ts'
import { type Launch, type Layer, programPath, type SandboxLevel, sandboxCommand } from './launch.ts'
import { namespaces } from './namespaces.ts'
import { nodeFiles } from './node-files.ts'
import { permission } from './permission.ts'

export interface ProbeResult {
  readonly layer: Layer
  /** One sentence about each layer that was tried. */
  readonly details: string
}

const launch: Launch = { entry: runners.probe, arguments: [String(process.pid)], readable: [runners.folder] }

/** Finds the strongest layer that works here, with a program that tries to escape from it. */
export async function probeLayers(allowed: readonly SandboxLevel[], jail: string): Promise<ProbeResult> {
  const notes: string[] = []
  for (const layer of [bubblewrap(), namespaces()]) {
    if (!layer || !allowed.includes(layer.level)) continue
    const fault = await faultOf(layer, jail)
    notes.push(`${layer.level}: ${fault ?? 'works'}.`)
    if (!fault) return { layer, details: notes.join(' ') }
  }
  if (notes.length === 0)
    notes.push('No program that makes namespaces (bwrap, unshare) was found or allowed.')
  notes.push(`${permission.level}: no isolation by the operating system.`)
  return { layer: permission, details: notes.join(' ') }
}

const reachedSchema = z.object({
  files: z.array(z.string()),
  writable: z.array(z.string()),
  network: z.boolean(),
  server: z.boolean(),
  environment: z.array(z.string()),
})

async function faultOf(layer: Layer, jail: string): Promise<string | null> {
  const command = layer.wrap(launch, [process.execPath, '--no-warnings', launch.entry, ...launch.arguments], {
    jail,
    parent: process.pid,
  })
  const { output, failure } = await outputOf(command)
  if (failure) return `does not start here (${failure})`
  const { files, writable, network, server, environment } = reachedSchema.parse(JSON.parse(output))
  const reached = [
    ...files,
    ...writable,
    ...environment,
    network && 'a network',
    server && 'the server',
  ].filter(Boolean)
  return reached.length > 0 ? `leaks ${reached.join(', ')}` : null
}

function outputOf([program, ...rest]: string[]): Promise<{ output: string; failure?: string }> {
  const options = { env: {}, cwd: '/', timeout: 10_000, killSignal: 'SIGKILL', maxBuffer: 65_536 } as const
  return new Promise((resolve) => {
    execFile(program!, rest, options, (error, stdout, stderr) => {
      if (error)
        resolve({ output: '', failure: (stderr.trim().split('\n').at(-1) || error.message).slice(0, 200) })
      else resolve({ output: stdout })
    })
  })
}

function bubblewrap(): Layer | null {
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
