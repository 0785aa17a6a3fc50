export { nonce } from './nonce.ts'
export { Page } from './page.tsx'
export { rootRoute } from './root-route.tsx'
export { useShortcuts } from './shortcuts.ts'
