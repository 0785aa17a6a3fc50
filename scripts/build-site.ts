import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { apiPages, type OpenApi } from './site/api-reference.ts'
import { siteLinks } from './site/links.ts'
import { pages, sections } from './site/pages.ts'
import { policyOf } from './site/policy.ts'

/** Builds the documentation into dist/help, unless the last build was made from the same sources. */
const root = join(import.meta.dirname, '..')
const site = join(root, 'site')
const output = join(root, 'dist/help')
const content = join(site, 'src/content')
/** The path of the site; the server serves it under /help. */
const base = process.env['SITE_BASE'] ?? '/help'
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Text {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly text: string
}

function build(stamp: string): void {
  if (!existsSync(join(site, 'node_modules/astro')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: site, stdio: 'inherit' })
  const document = JSON.parse(read('openapi.json')) as OpenApi
  const api = apiPages(document)
  const texts = [...pages.map(({ file, ...page }) => ({ ...page, ...textOf(file) })), ...api]
  for (const folder of [join(content, 'docs'), join(site, 'public'), output])
    rmSync(folder, { recursive: true, force: true })
  for (const text of texts) write(join(content, 'docs', `${text.slug}.md`), withFrontMatter(text))
  write(join(content, 'docs/index.md'), home())
  write(join(content, 'sidebar.json'), JSON.stringify(sidebar(api)))
  for (const picture of new Set(
    texts.flatMap(({ text }) => text.match(/(?<=\/pictures\/)[\w-]+\.png/g) ?? []),
  ))
    cpSync(join(root, 'docs/pictures', picture), join(site, 'public/pictures', picture))
  cpSync(join(root, 'src/web/public/icon.svg'), join(site, 'public/icon.svg'))
  execFileSync(join(site, 'node_modules/.bin/astro'), ['build', '--silent'], {
    cwd: site,
    stdio: 'inherit',
    env: { ...process.env, SITE_BASE: base, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  for (const { slug, title, text } of texts) write(join(output, `${slug}.md`), `# ${title}\n\n${text}\n`)
  write(join(output, 'llms.txt'), index(texts))
  write(join(output, 'llms-full.txt'), texts.map(({ title, text }) => `# ${title}\n\n${text}\n`).join('\n'))
  const html = globSync('**/*.html', { cwd: output }).map((file) => readFileSync(join(output, file), 'utf8'))
  write(join(output, 'policy.txt'), policyOf(html))
  write(join(output, 'stamp'), stamp)
}

/** The title is the first heading of the file. */
function textOf(file: string): { title: string; text: string } {
  const [, title = file, text = ''] = /^# (.+)\n([\s\S]*)$/.exec(read(file)) ?? []
  return { title, text: siteLinks(text, file, base).trim() }
}

const withFrontMatter = ({ title, description, text }: Text): string =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n${text}\n`

function home(): string {
  const lists = sections.map(
    ({ label, pages: own }) =>
      `## ${label}\n\n${own.map(({ slug, file, description }) => `- [${textOf(file).title}](${base}/${slug}/): ${description}`).join('\n')}`,
  )
  const text = `The open, self-hosted home for a team's prompts, LLM request logs and evaluations.\n\n${lists.join('\n\n')}\n\nThe pages on the left under API list every operation; a form to try each is at \`/docs\` of your server.`
  return withFrontMatter({ slug: '', title: 'Galley', description: 'The documentation of Galley.', text })
}

const sidebar = (api: readonly Text[]) => [
  ...sections.map(({ label, pages: own }) => ({
    label,
    items: own.map((page) => (page.label ? { label: page.label, slug: page.slug } : page.slug)),
  })),
  { label: 'API', collapsed: true, items: api.map(({ slug }) => slug) },
]

const index = (texts: readonly Text[]): string =>
  `# Galley\n\n> The open, self-hosted home for a team's prompts, LLM request logs and evaluations. It speaks PromptLayer's HTTP API.\n\n${texts
    .map(({ slug, title, description }) => `- [${title}](${base}/${slug}.md): ${description}`)
    .join('\n')}\n`

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function stampOf(): string {
  const files = [
    ...pages.map(({ file }) => file),
    ...globSync(
      ['scripts/{build-site,site/*}.ts', 'docs/pictures/*', 'site/*.{mjs,json}', 'site/src/**/*.{css,ts}'],
      {
        cwd: root,
      },
    ).sort(),
    'openapi.json',
  ]
  const hash = createHash('sha256').update(`${base}\n`)
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const stamp = stampOf()
if (!existsSync(join(output, 'stamp')) || read('dist/help/stamp') !== stamp) build(stamp)
