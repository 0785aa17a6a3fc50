export { patchVersion, type TemplatePatch, type TemplateVersion } from './patch-version.ts'
