import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { refuseNewer } from '../ledger.ts'
import { programSchema } from '../migrations.ts'

/** The content of an export. Written last, so that an incomplete export has none. */
const Manifest = z.object({
  format: z.literal('galley-export'),
  format_version: z.literal(1),
  /** The number of the newest migration; columns are those of this schema. */
  schema: z.int().min(1),
  exported_at: z.string(),
  storage: z.string(),
  /** The next id of each sequence. */
  sequences: z.record(z.string(), z.int().min(1)),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.object({ name: z.string(), type: z.enum(['integer', 'real', 'text', 'blob']) })),
      rows: z.int().min(0),
      /** Hex digest of the file. */
      sha256: z.string(),
    }),
  ),
})
export type Manifest = z.infer<typeof Manifest>
export type ManifestTable = Manifest['tables'][number]

/** The folder is not a readable export, or its files were changed. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}

export const manifestFile = (folder: string) => join(folder, 'manifest.json')

export async function readManifest(folder: string): Promise<Manifest> {
  const file = manifestFile(folder)
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new ExportError(
      `${folder} is not an export, or an incomplete one: cannot read ${file} (${error.code}).`,
    )
  })
  const result = Manifest.safeParse(jsonOf(text))
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ExportError(
      `${file} is not a manifest that this version reads: ${issue!.path.join('.')}: ${issue!.message}`,
    )
  }
  // Columns unknown to this program would be lost.
  refuseNewer([{ number: result.data.schema }], programSchema())
  return result.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
