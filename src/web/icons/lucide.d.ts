declare module 'virtual:lucide/*' {
  /** scripts/icon-modules.ts generates these modules from Lucide's drawings. */
  export const Icon: import('./icon.tsx').IconComponent
}
