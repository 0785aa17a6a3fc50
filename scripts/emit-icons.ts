import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { icons } from '@iconify-json/lucide'

/**
 * Writes src/web/icons from Lucide's drawings: all icons of the folder, and the icons that the arguments name
 * (`node scripts/emit-icons.ts arrow-left`). Each icon is a module, so that a screen loads only the icons it
 * shows.
 */
const folder = fileURLToPath(new URL('../src/web/icons/', import.meta.url))
const index = `${folder}index.ts`
const present = [...readFileSync(index, 'utf8').matchAll(/from '\.\/lucide\/(.*)\.tsx'/g)].map(
  (match) => match[1]!,
)
const names = [...new Set([...present, ...process.argv.slice(2)])].sort()

rmSync(`${folder}lucide`, { recursive: true, force: true })
mkdirSync(`${folder}lucide`)
for (const name of names)
  writeFileSync(
    `${folder}lucide/${name}.tsx`,
    `import { icon } from '../icon.tsx'\n\nexport const ${identifier(name)} = icon(${shapeOf(name)})\n`,
  )
writeFileSync(
  index,
  `/**
 * Lucide's icons, each a component. \`node scripts/emit-icons.ts NAME\` adds one.
 */

export type { IconComponent } from './icon.tsx'
${names.map((name) => `export { ${identifier(name)} } from './lucide/${name}.tsx'\n`).join('')}`,
)
execFileSync('biome', ['check', '--write', folder], { stdio: 'inherit' })

function identifier(name: string): string {
  return name.replace(/(^|-)(.)/g, (_, _dash, first: string) => first.toUpperCase())
}

/** The drawing as JSX. The svg element around it has the attributes that all icons share. */
function shapeOf(name: string): string {
  const drawn = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? '']
  if (!drawn) throw new Error(`Lucide has no icon ${name}`)
  const shape = drawn.body
    .replace(/ (fill="none"|stroke="currentColor"|stroke-(linecap|linejoin)="round"|stroke-width="2")/g, '')
    .replace(/^<g>(.*)<\/g>$/, '$1')
    .replaceAll('/>', ' />')
  const isOne = shape.indexOf('<') === shape.lastIndexOf('<')
  return isOne ? shape : `<>${shape}</>`
}
