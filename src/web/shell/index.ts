/** The frame of every screen: navigation (`places.ts`), palette, shortcuts, theme. */

export { DeleteMenu } from './delete-menu.tsx'
export { Term } from './glossary/term.tsx'
export type { GlossaryWord } from './glossary/words.ts'
export { lazyScreen } from './lazy-screen.ts'
export { nonce } from './nonce.ts'
export { Page } from './page.tsx'
export { PageProblem } from './page-problem.tsx'
export { rootRoute } from './root-route.tsx'
export { ScreenProblem } from './screen-problem.tsx'
export { settingsGroups } from './settings-groups.ts'
export { useShortcuts } from './shortcuts.ts'
export { chooseTheme, themeNames, useTheme } from './theme.ts'
