import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

// scripts/build-site.ts writes it with the pages.
const sidebar = JSON.parse(readFileSync(new URL('./src/content/sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  base: process.env.SITE_BASE,
  trailingSlash: 'always',
  outDir: '../dist/help',
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Galley',
      favicon: '/icon.svg',
      logo: { src: '../src/web/public/icon.svg' },
      customCss: ['./src/styles/galley.css'],
      sidebar,
      credits: false,
      lastUpdated: false,
      expressiveCode: { defaultProps: { frame: 'none' }, styleOverrides: { borderRadius: '6px' } },
    }),
  ],
})
