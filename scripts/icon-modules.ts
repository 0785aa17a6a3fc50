import { icons } from '@iconify-json/lucide'
import { type Plugin, transformWithOxc } from 'vite'

const prefix = 'virtual:lucide/'
const component = new URL('../src/web/icons/icon.tsx', import.meta.url).pathname

/**
 * Makes `virtual:lucide/NAME` a module with Lucide's icon NAME as a component. Each icon is a module, so that a screen
 * loads only the icons it shows.
 */
export function iconModules(): Plugin {
  return {
    name: 'galley:icons',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : undefined),
    load: async (id) => {
      if (!id.startsWith(`\0${prefix}`)) return
      const source = `import { icon } from '${component}'\nexport const Icon = icon(${shapeOf(id.slice(prefix.length + 1))})`
      const { code } = await transformWithOxc(source, 'icon.jsx', { jsx: { runtime: 'automatic' } })
      return { code, moduleSideEffects: false }
    },
  }
}

/** The drawing as JSX. The svg element around it has the attributes that all icons share. */
function shapeOf(name: string): string {
  const icon = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? '']
  if (!icon) throw new Error(`Lucide has no icon ${name}`)
  const shape = icon.body
    .replace(/ (fill="none"|stroke="currentColor"|stroke-(linecap|linejoin)="round"|stroke-width="2")/g, '')
    .replace(/^<g>(.*)<\/g>$/, '$1')
  const isSingleElement = shape.indexOf('<') === shape.lastIndexOf('<')
  return isSingleElement ? shape : `<>${shape}</>`
}
