import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { endpointTable } from './scripts/endpoint-table.ts'
import { iconModules } from './scripts/icon-modules.ts'

/** Parts of the design, the shell and the log that most screens do without: 19 KB compressed that the barrels would load into each. */
const seldomUsed: Plugin = {
  name: 'seldom-used',
  transform: {
    filter: {
      id: /\/web\/(design\/(card|code-block|context-menu|figure|form-row|formatted-text|headed-panel|help-mark|json-text|kind-icon|native-select|provider-mark|search-select|segmented|switch|switch-row|tabs|tooltip|word-diff)|shell\/glossary\/term|sheet-files\/imports\/of-requests|requests\/(traces-by|filter\/(filter-bar|filter-input|time-select|fields)|request-list|request-query|score-order|failure-advice|rows\/(row-list|column-menu)|facets\/(facet-parts|score-sort)|views\/view-bar|peek\/(chat|message-view|media-view|curl|prompt-link)))\.tsx?$/,
    },
    handler: (code) => ({ code, map: null, moduleSideEffects: false }),
  },
}

export default defineConfig({
  root: 'src/web',
  plugins: [endpointTable(), iconModules(), seldomUsed, react(), tailwindcss()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
  },
  server: {
    fs: { allow: [import.meta.dirname] },
    proxy: { '/': { target: `http://127.0.0.1:${process.env['GALLEY_PORT'] || 4400}`, bypass } },
  },
})

/** `npm run web`: pages and modules are Vite's own; every other call goes to the server of `npm run dev`. */
function bypass({ url = '/', method, headers }: IncomingMessage): string | undefined {
  const [path = '/'] = url.split('?')
  const isApi =
    /^\/(api|auth|docs|health|help|openapi\.json)(\/|$)/.test(path) && !existsSync(`src/web${path}`)
  const isPage = method === 'GET' && headers.accept?.includes('text/html') === true
  if (isPage && !isApi) return '/index.html'
  const isFile = /\.\w+$/.test(path) && (existsSync(`src/web${path}`) || existsSync(`src/web/public${path}`))
  return isFile || /^\/(@|node_modules\/)/.test(path) ? url : undefined
}
