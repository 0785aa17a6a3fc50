import { icons } from '@iconify-json/lucide'
import type { Plugin } from 'vite'

const prefix = 'virtual:lucide/'
const folder = new URL('../src/web/icons/', import.meta.url).pathname

/**
 * Makes `virtual:lucide/NAME` a module with Lucide's icon NAME as a component. Each icon is a module, so that a screen
 * loads only the icons it shows.
 */
export function iconModules(): Plugin {
  return {
    name: 'galley:icons',
    resolveId: (source) =>
      source.startsWith(prefix) ? `${folder}lucide/${source.slice(prefix.length)}.tsx` : undefined,
    load: (id) =>
      id.startsWith(`${folder}lucide/`)
        ? `import { icon } from '../icon.tsx'\nexport const Icon = icon(${shapeOf(id.slice(folder.length + 7, -4))})`
        : undefined,
  }
}

/** The drawing as JSX. The svg element around it has the attributes that all icons share. */
function shapeOf(name: string): string {
  const drawn = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? '']
  if (!drawn) throw new Error(`Lucide has no icon ${name}`)
  const shape = drawn.body
    .replace(/ (fill="none"|stroke="currentColor"|stroke-(linecap|linejoin)="round"|stroke-width="2")/g, '')
    .replace(/^<g>(.*)<\/g>$/, '$1')
  const isOne = shape.indexOf('<') === shape.lastIndexOf('<')
  return isOne ? shape : `<>${shape}</>`
}
