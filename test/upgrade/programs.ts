import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

const root = join(import.meta.dirname, '../..')
const programOf = (folder: string) => join(folder, 'src/server/galley.mjs')

/** The commit that made release 0.1.0. */
const release010 = '091c10d95283c5edfad8b0e44059236781787e72'

function emptyFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Release 0.1.0 with today's packages; null in a clone without that commit. */
export function program010(context: TestContext): string | null {
  try {
    execFileSync('git', ['cat-file', '-e', release010], { cwd: root, stdio: 'ignore' })
  } catch {
    return null
  }
  const folder = emptyFolder(context)
  const archive = execFileSync('git', ['archive', release010, 'src', 'package.json'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  return programOf(folder)
}

/** This program with one more migration, which allows the present version beside it. */
export function laterProgram(context: TestContext, schema: number): string {
  const folder = emptyFolder(context)
  for (const name of ['engine', 'contract', 'server'])
    cpSync(join(root, 'src', name), join(folder, 'src', name), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  for (const dialect of ['sqlite', 'postgres']) {
    const migrations = join(folder, 'src/server/db/migrations', dialect)
    mkdirSync(migrations, { recursive: true })
    writeFileSync(
      join(migrations, `${String(schema + 1).padStart(4, '0')}_later.sql`),
      `-- reads-from: ${schema}
alter table requests add column later text not null default 'none';
alter table prompts add column later integer;
alter table prompt_versions add column later integer not null default 0;
alter table request_hours add column later integer not null default 0;
create table later_things (id integer primary key, name text not null);
create index prompts_by_later on prompts (workspace_id, later);
`,
    )
  }
  return programOf(folder)
}
