import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { endpointTable } from './scripts/endpoint-table.ts'

/** Parts of the design that most screens do without: 4 KB compressed that the barrel would have each of them load. */
const seldomUsed: Plugin = {
  name: 'seldom-used',
  transform: {
    filter: { id: /\/web\/design\/(tabs|switch)\.tsx$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: false }),
  },
}

export default defineConfig({
  root: 'src/web',
  plugins: [endpointTable(), seldomUsed, react(), tailwindcss()],
  build: { outDir: '../../dist/web', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  server: { proxy: { '^/(?!@|src|node_modules|main|theme|icon)': 'http://127.0.0.1:4400' } },
})
