import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointTable } from './scripts/endpoint-table.ts'
import { iconModules } from './scripts/icon-modules.ts'
import { moduleValues } from './scripts/module-values.ts'
import { seldomUsed } from './scripts/seldom-used.ts'

export default defineConfig({
  root: 'src/web',
  plugins: [endpointTable(), iconModules(), moduleValues(), seldomUsed(), react(), tailwindcss()],
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
