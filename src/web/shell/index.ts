/** What surrounds every screen: navigation (`places.ts`), palette, shortcuts, theme. */

export { DeleteMenu } from './delete-menu.tsx'
export { lazyScreen } from './lazy-screen.ts'
export { nonce } from './nonce.ts'
export { Page } from './page.tsx'
export { rootRoute } from './root-route.tsx'
export { ScreenProblem } from './screen-problem.tsx'
export { useShortcuts } from './shortcuts.ts'
export { setStepsLeft } from './steps-left.ts'
export { chooseTheme, themes, useTheme } from './theme.ts'
