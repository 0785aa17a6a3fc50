import { join } from 'node:path'
import { type Plugin, type RolldownOptions, type RolldownOutput, rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const server = join(root, 'src/server')
const runner = join(server, 'edge/sandbox/runner')

/** Packages that stay dependencies, because they find their own files by their location. */
export const unbundledPackages = ['libxml2-wasm', 'pyodide', 'quickjs-wasi']
const isUnbundled = (id: string) => unbundledPackages.some((name) => id === name || id.startsWith(`${name}/`))

const packagedPaths: Plugin = {
  name: 'packaged-paths',
  load: {
    filter: { id: /\/src\/server\/program-paths\.ts$/ },
    handler: () => ({
      code: `export * from ${JSON.stringify(join(import.meta.dirname, 'program-paths.ts'))}`,
      moduleType: 'ts',
    }),
  },
}

/**
 * Bundles the server and its threads into `folder`, each sandbox runner alone into `folder/runner`, and the packages
 * that are loaded with `require`. Returns the files of node_modules that are inside.
 */
export async function bundle(folder: string): Promise<Set<string>> {
  const outputs = [
    await write(folder, {
      main: join(server, 'main.ts'),
      'checkpoint-thread': join(server, 'db/sqlite/checkpoint-thread.ts'),
      'reader-thread': join(server, 'db/sqlite/reader-thread.ts'),
      'writer-thread': join(server, 'db/sqlite/writer-thread.ts'),
      'read-list-thread': join(server, 'prices/read-list-thread.ts'),
      'spawner-program': join(server, 'edge/sandbox/spawner/spawner-program.ts'),
      'read-log-thread': join(server, 'requests/large-logs/read-log-thread.ts'),
    }),
  ]
  for (const name of ['javascript', 'python', 'make-snapshot', 'probe'])
    outputs.push(await write(join(folder, 'runner'), { [name]: join(runner, `${name}.ts`) }))
  for (const name of ['openai', 'undici']) outputs.push(await write(folder, { [name]: name }, 'cjs'))
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  const bundledIds = chunks.flatMap(({ moduleIds }) => moduleIds)
  return new Set(bundledIds.filter((id) => id.includes('/node_modules/')).map((id) => id.replace(/^\0/, '')))
}

/** Names are not minified, because operators read stacks. */
async function write(
  dir: string,
  input: Record<string, string>,
  format: 'esm' | 'cjs' = 'esm',
): Promise<RolldownOutput> {
  const options: RolldownOptions = {
    cwd: root,
    input,
    platform: 'node',
    external: isUnbundled,
    plugins: [packagedPaths],
    checks: { eval: false },
    ...(format === 'cjs' && { resolve: { conditionNames: ['node', 'require'] } }),
  }
  const build = await rolldown(options)
  const extension = format === 'cjs' ? 'cjs' : 'js'
  try {
    return await build.write({
      dir,
      format,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `[name]-[hash].${extension}`,
      minify: { mangle: false, compress: false, codegen: true },
    })
  } finally {
    await build.close()
  }
}
