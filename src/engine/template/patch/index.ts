/** The rules of the patch endpoint. */

export { patchVersion, type TemplatePatch, type TemplateVersion } from './patch-version.ts'
