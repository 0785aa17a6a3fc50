import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointTable } from './scripts/endpoint-table.ts'

export default defineConfig({
  root: 'src/web',
  plugins: [endpointTable(), react(), tailwindcss()],
  build: { outDir: '../../dist/web', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  server: { proxy: { '^/(?!@|src|node_modules|main|theme|icon)': 'http://127.0.0.1:4400' } },
})
